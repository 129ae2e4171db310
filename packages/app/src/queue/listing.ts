import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Context } from "@llmch/config";
import { type KeptSummaries, storedSummaries } from "@llmch/records";
import { isRunId, REQUEST_FILE, RUN_KINDS, STARTING } from "@llmch/store";
import { type Reading, readJob } from "./read-job.ts";

/** Reads the jobs of a folder, and keeps what does not change. */
export interface Listing {
  /** The newest first. */
  all(): Promise<readonly Reading[]>;
  one(id: string): Promise<Reading | null>;
}

interface Kept {
  /** Of the folders that it was read from; null if it may change without them. */
  readonly stamp: string | null;
  /** Null for a run that is no job. */
  readonly reading: Reading | null;
}

/** Runs are read so many at a time: others want to do something in between. */
const AT_ONCE = 20;
/** A folder that has changed so shortly before may change again without that its time tells. */
const RACY_MS = 100;

export const createListing = (root: string, place: Pick<Context, "env" | "cwd">): Listing => {
  const journals: KeptSummaries = new Map();
  const kept = new Map<string, Kept>();
  const all = async (): Promise<readonly Reading[]> => {
    const summaries = storedSummaries(root, journals);
    const readings: Reading[] = [];
    let read = 0;
    for (const run of summaries.runs) {
      const { kind, runId } = run;
      const directory = join(root, kind, runId);
      const known = kept.get(runId);
      const decisions = known?.reading?.decisions ?? join(directory, "decisions");
      const stamp = stampOf(directory, decisions);
      let entry = known;
      if (entry === undefined || stamp === null || entry.stamp !== stamp) {
        if (++read % AT_ONCE === 0) await setImmediate();
        // A part of another run has no request of its own.
        const isJob = existsSync(join(directory, REQUEST_FILE));
        const reading = isJob ? await readJob(summaries, run, place) : null;
        // Of a build that waits in a step, the decisions are the step's.
        const isKept = reading === null || (isSettled(reading) && reading.decisions === decisions);
        entry = { stamp: isKept ? stamp : null, reading };
        kept.set(runId, entry);
      }
      if (entry.reading !== null) readings.push(entry.reading);
    }
    const runs = new Set(summaries.runs.map(({ runId }) => runId));
    for (const map of [kept, journals]) for (const id of map.keys()) if (!runs.has(id)) map.delete(id);
    return readings.sort((a, b) => (a.job.id < b.job.id ? 1 : -1));
  };
  const one = async (id: string): Promise<Reading | null> => {
    const kind = isRunId(id)
      ? RUN_KINDS.find((each) => statSync(join(root, each, id), { throwIfNoEntry: false }))
      : null;
    return kind ? readJob(storedSummaries(root, journals), { kind, runId: id }, place) : null;
  };
  return { all, one };
};

/**
 * Whether nothing of it changes but by a file that comes or goes: a process that writes it, a decision, a note of the queue. A process that
 * goes on with a run may write to files that are there already.
 */
const isSettled = ({ state, record, needs }: Reading): boolean =>
  needs.every(({ until }) => until === undefined) &&
  (state === "queued" ? record.starts === 0 : state !== "running" && record.process !== STARTING);

/** When files last came or went in these folders; null if that is so recent that it would not tell of another. */
const stampOf = (...folders: readonly string[]): string | null => {
  const times = folders.map((folder) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return times.some((time) => time > Date.now() - RACY_MS) ? null : times.join(" ");
};
