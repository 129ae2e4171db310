import { setTimeout } from "node:timers/promises";
import type { Job } from "@llmch/app/queue";
import { OPEN } from "@llmch/story";
import { holds, type NewJob, noteState } from "../database/jobs.ts";
import { commitFolder, indexIn, type Published, pushPublished } from "../transport/published.ts";
import { type Remote, refsOf } from "../transport/remote.ts";
import type { WorkerHost } from "./host.ts";
import type { Place } from "./place.ts";

/** A row that this worker has claimed. */
export interface Claim {
  readonly work: string;
  /** How the engine knows whoever claimed it. */
  readonly workerId: string;
}

/** A job that is carried out here. */
export interface Scene {
  readonly job: NewJob;
  readonly epoch: number;
  readonly remote: Remote;
  readonly published: Published | null;
  readonly place: Place;
}

/** Another worker has the job by now: nothing of it leaves this one any more. */
export class Lost extends Error {}

/** Publishes a run, as long as its row is this worker's. */
export interface Publisher {
  /** Looks whether the row is still this worker's, if that was not done lately; throws `Lost`. Tells whether the job was cancelled. */
  isCancelled(): Promise<boolean>;
  /** Publishes the run as it stands; null once it is in the remote, else why not yet. Throws `Lost`. */
  publish(now: Job | null): Promise<string | null>;
  /** The same as soon as the remote is there, and the database for what is the end; false if the worker is to end before. */
  publishAtLast(now: Job | null, isEnd?: boolean): Promise<boolean>;
  /** What the job itself has pushed so far, to nobody but this machine. */
  pushed(now: Job | null): Promise<string | null>;
  /** The rows whose acts are done in the folder; published with it. */
  readonly acts: readonly string[];
  did(work: string): void;
}

const LEASE_MS = 10_000;
const AGAIN_MS = 2000;
/** A worker that is told to end waits so long for a remote that is away. */
const LEAVES_WITHIN_MS = 20_000;
/** After so many, a branch that nobody moved is not pushed any more. */
const REFUSALS = 5;
/** So many acts are remembered as done. */
const ACTS = 50;

export const createPublisher = async (
  { work, workerId }: Claim,
  { job: { run, branch: asked }, epoch, remote, published, place: { root, git, folder } }: Scene,
  { database, weather, stop, say, env, name: worker }: WorkerHost,
): Promise<Publisher> => {
  let last = published;
  let acts: readonly string[] = published?.acts ?? [];
  let sent = await branchOf(remote, published?.branch ?? asked, "remotes/origin");
  let refusals = 0;
  let isRefused = false;
  let isCancelled = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const checkLease = async (): Promise<void> => {
    lookedAt = performance.now();
    const held = await weather.once(() => holds(database, { run, work, workerId, epoch }));
    if (held?.isHeld === false) throw new Lost();
    isCancelled ||= held?.isCancelled === true;
  };
  const branchNow = (now: Job | null): string | null => now?.branch ?? last?.branch ?? asked;
  const publish = async (now: Job | null, isEnd = false): Promise<string | null> => {
    await checkLease();
    const branch = branchNow(now);
    const pushedNow = () => branchOf(remote, branch, "heads");
    const tip = await pushedNow();
    const folderNow = { root, runId: run, epoch, worker, branch, acts };
    const made = await commitFolder(git, folderNow, last, { env, index: indexIn(folder) });
    if (!made.ok) return made.issues[0];
    // Journals tell of what was pushed: what leaves is what they tell of, no less and no more.
    if (tip !== (await pushedNow())) return publish(now, isEnd);
    const isNew = !isRefused && tip !== null && tip !== sent;
    const move = branch !== null && isNew ? ([branch, tip] as const) : null;
    if (made.value !== last || move !== null) {
      const to = { from: last?.commit ?? null, to: made.value.commit, branch: move };
      const pushed = await pushPublished(git, remote, run, to);
      if (pushed === "lost") throw new Lost();
      if (pushed === "refused" && move === null) return "the remote refuses the run's ref";
      if (pushed === "refused") {
        const there = await refsOf(remote, `refs/heads/${branch}`);
        const isMoved = there.ok && (there.value.get(`refs/heads/${branch}`) ?? null) !== sent;
        // It may have been busy, or not allow it at all.
        if (!isMoved && ++refusals < REFUSALS) return `the remote refuses ${branch}`;
        const why = isMoved ? "has moved in the remote" : "is refused by the remote";
        say(`${run}: ${branch} ${why}, so what landed stays with the run`);
        isRefused = true;
        return publish(now, isEnd);
      }
      if (typeof pushed === "object") return pushed.away;
      last = made.value;
      sent = move?.[1] ?? sent;
    }
    const state = now?.state ?? "queued";
    const said = { state, isOpen: OPEN.has(state), published: made.value.commit, branch };
    const noted = await weather.once(() => noteState(database, run, epoch, said).then(() => true));
    // Nobody says later how it ended.
    return noted === undefined && isEnd ? "the database is away" : null;
  };
  return {
    publish,
    pushed: (now) => branchOf(remote, branchNow(now), "heads"),
    isCancelled: async () => {
      if (performance.now() - lookedAt >= LEASE_MS) await checkLease();
      return isCancelled;
    },
    publishAtLast: async (now, isEnd) => {
      let leaves = Number.POSITIVE_INFINITY;
      for (let isTold = false; ; await setTimeout(AGAIN_MS)) {
        const why = await publish(now, isEnd);
        if (why === null) return true;
        if (!isTold) say(`${run} cannot be published yet (${why}): it waits here`);
        isTold = true;
        if (stop.aborted) leaves = Math.min(leaves, performance.now() + LEAVES_WITHIN_MS);
        if (performance.now() > leaves) return false;
      }
    },
    get acts() {
      return acts;
    },
    did: (row) => {
      acts = [...acts.filter((each) => each !== row), row].slice(-ACTS);
    },
  };
};

/** The tip of a branch as the mirror has it: that of the remote, or what the job has pushed. Null if there is none. */
const branchOf = async (
  { mirror }: Remote,
  branch: string | null,
  where: "remotes/origin" | "heads",
): Promise<string | null> => {
  if (branch === null) return null;
  const found = await mirror.run(["rev-parse", "--verify", "--quiet", `refs/${where}/${branch}`]);
  return found.exitCode === 0 ? found.stdout.toString().trim() : null;
};
