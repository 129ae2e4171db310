import { setTimeout } from "node:timers/promises";
import type { FolderQueue, Job } from "@llmch/app/queue";
import { messageOf } from "@llmch/text";
import { errorsInWords } from "../api/documents.ts";
import type { Host } from "../host.ts";

/**
 * The queued jobs to start now: first in, first out, while fewer than `slots` run, and one at a time of those that work on the same
 * branch of a repo.
 * @param isDelayed whether one does not start yet: nobody else works on its branch meanwhile, or it could never go on
 */
export const chosenJobs = (
  jobs: readonly Job[],
  slots: number,
  isDelayed: (job: Job) => boolean = () => false,
): readonly Job[] => {
  const running = jobs.filter(({ state }) => state === "running");
  const places = new Set(running.flatMap(placeOf));
  const queued = jobs.filter(({ state }) => state === "queued").sort((a, b) => (a.id < b.id ? -1 : 1));
  const chosen: Job[] = [];
  for (const job of queued) {
    if (running.length + chosen.length >= slots) break;
    const [place] = placeOf(job);
    if (place !== undefined && places.has(place)) continue;
    if (place !== undefined) places.add(place);
    if (!isDelayed(job)) chosen.push(job);
  }
  return chosen;
};

const placeOf = ({ repo, branch }: Job): readonly string[] =>
  repo === null || branch === null ? [] : [`${repo}\n${branch}`];

/** Carries out the jobs of a queue. */
export interface Supervisor {
  /** Something may be different: looks at once. */
  look(): void;
  /** Resolves once it has stopped. */
  readonly done: Promise<void>;
}

/** Other processes begin, decide and end runs too. */
const LOOK_MS = 1000;
/** A job that came to nothing is tried again after longer and longer. */
const LONGEST_MS = 30_000;

/**
 * Starts the jobs of a queue as there is room for them, until the signal. What runs then runs on.
 * @param say a line for whoever reads the server's own log
 * @param lookMs how long it waits until it looks by itself
 */
export const superviseQueue = (
  { queue, slots, signal, changed }: Pick<Host, "slots" | "signal" | "changed"> & { readonly queue: FolderQueue },
  say: (line: string) => void,
  lookMs = LOOK_MS,
): Supervisor => {
  let isWoken = false;
  let wake = new AbortController();
  const look = (): void => {
    isWoken = true;
    wake.abort();
  };
  // Not `AbortSignal.any` with each pause: something of each would be kept as long as the server lives.
  signal.addEventListener("abort", look);
  const delays = new Map<string, { readonly ms: number; readonly until: number }>();
  const delay = (id: string): void => {
    const ms = Math.min(LONGEST_MS, 2 * (delays.get(id)?.ms ?? LOOK_MS / 2));
    delays.set(id, { ms, until: performance.now() + ms });
  };
  const heard = async (id: string, ended: Promise<void>): Promise<void> => {
    await ended;
    const job = await queue.job(id);
    if (job?.state === "queued") delay(id);
    else delays.delete(id);
    say(`${id}: ${job?.state ?? "removed"}`);
  };
  const start = async (job: Job): Promise<void> => {
    const started = await queue.start(job);
    if (!started.ok) {
      delay(job.id);
      if (started.issues[0].code !== "not-queued") say(`${job.id}: ${errorsInWords(started.issues)}`);
      return;
    }
    say(`${job.id}: ${job.operation} begins, ${job.subject}`);
    void heard(job.id, started.value.ended)
      .catch((fault) => say(messageOf(fault)))
      .finally(() => {
        changed();
        look();
      });
  };
  const supervise = async (): Promise<void> => {
    for (let fault = ""; !signal.aborted; isWoken || (await pause())) {
      isWoken = false;
      try {
        const now = performance.now();
        const chosen = chosenJobs(await queue.jobs(), slots, ({ id }) => (delays.get(id)?.until ?? 0) > now);
        for (const job of chosen) if (!signal.aborted) await start(job);
        if (chosen.length > 0) changed();
        fault = "";
      } catch (cause) {
        // Such as a disk that is full: said once, and tried again.
        if (messageOf(cause) !== fault) say(messageOf(cause));
        fault = messageOf(cause);
      }
    }
  };
  const pause = async (): Promise<void> => {
    wake = new AbortController();
    if (!signal.aborted) await setTimeout(lookMs, undefined, { signal: wake.signal }).catch(() => {});
  };
  return { look, done: supervise() };
};
