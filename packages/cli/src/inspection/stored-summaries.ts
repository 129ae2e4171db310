import { join } from "node:path";
import type { Tool } from "@llmch/contract";
import { readOwnPart, storedRuns } from "@llmch/host";
import { type RunSummary, summarizeRun } from "@llmch/story";

/** A run as the store's folders name it. */
export interface StoredRunName {
  readonly tool: Tool;
  readonly runId: string;
}

/** The runs of a store, each read when it is asked for, and once. */
export interface StoredSummaries {
  readonly root: string;
  /** The newest first. */
  readonly runs: readonly StoredRunName[];
  of(run: StoredRunName): RunSummary;
  /** True for an order's run whose run-all is in the store too: it is told with that. */
  isPart(run: StoredRunName): boolean;
}

const MAX_JOURNAL_BYTES = 8 * 1024 * 1024;

export const storedSummaries = (root: string): StoredSummaries => {
  const runs = storedRuns(root);
  const known = new Set(runs.map(({ runId }) => runId));
  const read = new Map<string, RunSummary>();
  const of = ({ tool, runId }: StoredRunName): RunSummary => {
    const found = read.get(runId) ?? summarize(root, tool, runId);
    read.set(runId, found);
    return found;
  };
  return {
    root,
    runs,
    of,
    isPart: (run) => {
      const schedule = run.tool === "factory" ? of(run).schedule : null;
      return schedule !== null && known.has(schedule);
    },
  };
};

const summarize = (root: string, tool: Tool, runId: string): RunSummary => {
  const journal = readOwnPart(join(root, tool, runId, "events.jsonl"), { from: "beginning", bytes: MAX_JOURNAL_BYTES });
  const summary = summarizeRun(tool, runId, journal.ok ? journal.value.text : "");
  const isMissing = !journal.ok && journal.issues[0] === "it is missing";
  return journal.ok || isMissing ? summary : { ...summary, state: "damaged" };
};
