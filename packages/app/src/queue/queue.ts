import type { GivenSettings } from "@llmch/config";
import type { Decision, Environment, Result } from "@llmch/contract";
import type { Starter } from "../detached/start-run.ts";
import type { OutcomeError } from "../outcome.ts";
import type { Job, JobState } from "./job.ts";

/** A request to put into the queue. */
export interface Submitted {
  /** The operation's name, as a command has it: one that makes a run. */
  readonly operation: string;
  /** As in the library. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly given: GivenSettings;
  /** What relative paths in the request start from. */
  readonly cwd: string;
  /** While a job with the same key is open, no other is made. */
  readonly dedupKey?: string | undefined;
}

/** What became of it. */
export interface Acknowledged {
  readonly id: string;
  readonly state: JobState;
  /** False if a job with the same key is open: that one's id. */
  readonly isNew: boolean;
}

/** A folder of jobs: each is a run, and nothing else is kept. Any process may use it, several at once. */
export interface Queue {
  /** Where runs are kept: `DATA/artifacts`. */
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
  /** Ends it for good, unless it has ended: what is not committed is put back. */
  cancel(id: string): Promise<Result<Job, OutcomeError>>;
  /** Has a process of its own carry a queued job on; `ended` resolves once that has ended. */
  start(job: Job): Promise<Result<{ readonly ended: Promise<void> }, OutcomeError>>;
}

/** The folder of `llmch serve`: the one that is named, or `$XDG_STATE_HOME/llmch/serve`. */
export const serveFolder = (
  _named: string | undefined,
  _place: { readonly env: Environment; readonly cwd: string },
): string => {
  throw new Error("not yet");
};

/** The queue of a folder. */
export const createQueue = (_data: string, _starter: Omit<Starter, "artifactsDir">): Queue => {
  throw new Error("not yet");
};
