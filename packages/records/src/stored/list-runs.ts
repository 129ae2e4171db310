import { join } from "node:path";
import { isBeingWritten } from "@llmch/store";
import type { RunSummary, Spending } from "@llmch/story";
import { type Standing, standingOf } from "@llmch/story";
import type { StoredRunName, StoredSummaries } from "./stored-summaries.ts";

/** A run as shown in a list. */
export interface ListedRun extends RunSummary {
  readonly standing: Standing;
  readonly directory: string;
  /** The shortest prefix of its id that no other run in the store shares. */
  readonly short_id: string;
  /** The id of the build that it is a part of; left out for others. */
  readonly of_build?: string;
}

export interface ListedRuns {
  /** Newest first. */
  readonly runs: readonly ListedRun[];
  /** How many more there are. */
  readonly more: number;
}

/** Lists the runs of a store. Order runs are covered by their run-all, and a build's steps by it, unless `all` asks for each. */
export const listRuns = (
  summaries: StoredSummaries,
  { all, limit, only = () => true }: { all: boolean; limit: number; only?: (run: StoredRunName) => boolean },
): ListedRuns => {
  const named = summaries.runs.filter((run) => only(run) && (all || !summaries.isPart(run)));
  const short = shortIds(summaries.runs.map(({ runId }) => runId));
  const runs = named.slice(0, limit).map((run) => listed(run, short(run.runId), summaries.spendingOf(run), summaries));
  return { runs, more: named.length - runs.length };
};

const listed = (run: StoredRunName, short_id: string, spending: Spending, summaries: StoredSummaries): ListedRun => {
  const summary = summaries.of(run);
  const directory = join(summaries.root, run.kind, run.runId);
  const whole = summaries.wholes().get(run.runId);
  const isOpen = summary.state === "unfinished" || summary.state === "empty";
  return {
    ...summary,
    spending,
    standing: standingOf(summary, isOpen && isBeingWritten(directory)),
    directory,
    short_id,
    ...(whole?.kind === "build" ? { of_build: whole.runId } : {}),
  };
};

/** The first ten characters of an id are its time. */
const SHORTEST = 10;

const shortIds = (ids: readonly string[]): ((id: string) => string) => {
  const sorted = [...ids].sort();
  const lengths = new Map(
    sorted.map((id, index) => {
      const shared = Math.max(sharedLength(id, sorted[index - 1]), sharedLength(id, sorted[index + 1]));
      return [id, Math.max(SHORTEST, shared + 1)];
    }),
  );
  return (id) => id.slice(0, lengths.get(id));
};

const sharedLength = (id: string, other = ""): number => {
  let length = 0;
  while (length < other.length && id[length] === other[length]) length++;
  return length;
};
