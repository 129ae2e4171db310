import { join, resolve } from "node:path";
import type { Decision } from "@llmch/contract";
import { isDead, ownerOf } from "@llmch/files";
import { stateFolder } from "@llmch/store";
import { type Environment, type Refusal, type Result, shellWord } from "@llmch/text";
import type { OutcomeError } from "../outcome.ts";
import type { Job } from "./job.ts";
import { createListing } from "./listing.ts";
import type { Submitted } from "./request-to-keep.ts";
import type { Starter } from "./resume-process.ts";
import { openServerFolder } from "./server-folder.ts";
import { cancel, decide, type GoingOn, goOn, interrupt } from "./settle.ts";
import { type QueueHost, start } from "./start.ts";
import { type Acknowledged, submit } from "./submit.ts";

/** Jobs: each is a run, whose folder is looked at here, wherever it is carried out. Any process may use it, several at once. */
export interface Queue {
  /** Where the folders of its runs are, or copies of them. */
  readonly root: string;
  /** All jobs, the newest first. What has not changed since the last call is not read again. */
  jobs(): Promise<readonly Job[]>;
  job(id: string): Promise<Job | null>;
  /** The request is on disk on return. */
  submit(submitted: Submitted): Promise<Result<Acknowledged, OutcomeError>>;
  /** Records a decision; `changed` if it is not of what was shown. The job is queued again once nothing else waits. */
  decide(
    id: string,
    decision: Decision,
    of: { readonly id: string; readonly sha256: string },
  ): Promise<Result<Job, OutcomeError>>;
  /** Has a job that stopped or was refused go on, or one that failed try again. */
  goOn(id: string, how?: GoingOn): Promise<Result<Job, OutcomeError>>;
  /** Ends it for good, unless it has ended: what is not committed is put back. */
  cancel(id: string): Promise<Result<Job, OutcomeError>>;
}

/** A queue in a folder of this machine, `DATA/artifacts`: nothing else is kept. */
export interface FolderQueue extends Queue {
  /** Has a process of its own carry a queued job on; `ended` resolves once that has ended. */
  start(job: Job): Promise<Result<{ readonly ended: Promise<void> }, OutcomeError>>;
}

/** A queue of many machines: runs are looked at in copies of their folders. */
export interface SharedQueue extends Queue {
  /** Brings the copies up to date. */
  update(): Promise<void>;
  /** Has what was decided in a copy reach whoever carries the run on. */
  forward(id: string): Promise<Result<true, Refusal>>;
}

/** The folder of `llmch serve`: the one that is named, or `$XDG_STATE_HOME/llmch/serve`. */
export const serveFolder = (
  named: string | undefined,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): string => (named ? resolve(cwd, named) : join(stateFolder(env), "serve"));

/** The command that serves a folder. */
export const serveCommand = (
  data: string,
  place: Parameters<typeof serveFolder>[1],
  ...flags: readonly string[]
): string => {
  const named = data === serveFolder(undefined, place) ? [] : ["--data", shellWord(data)];
  return ["llmch serve", ...flags, ...named].join(" ");
};

/** The queue of a folder. */
export const createQueue = (data: string, starter: Omit<Starter, "artifactsDir">): FolderQueue => {
  const root = join(data, "artifacts");
  const listing = createListing(root, starter);
  const open = () => openServerFolder(data);
  const host: QueueHost = { open, locks: join(data, "queue"), root, listing, starter, children: new Map() };
  const job = async (id: string): Promise<Job | null> => (await listing.one(id))?.job ?? null;
  return {
    root,
    job,
    jobs: async () => {
      const readings = await listing.all();
      // It began while it was cancelled. A person who carries it on by hand is left alone.
      for (const { job, record } of readings) {
        const owner = ownerOf(record.process ?? "");
        if (job.state === "cancelled" && owner !== null && !isDead(owner)) interrupt(job, host).catch(() => {});
      }
      return readings.map((reading) => reading.job);
    },
    submit: (submitted) => submit(submitted, host),
    decide: (id, decision, of) => decide(id, decision, of, host),
    goOn: (id, how = {}) => goOn(id, how, host),
    cancel: (id) => cancel(id, host),
    start: ({ id }) => start(id, host),
  };
};
