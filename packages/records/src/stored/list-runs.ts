import type { NextCommand, RunState, RunSummary } from "@llmch/story";
import { nextOf, runNow, type Typist } from "./run-now.ts";
import type { StoredRunName, StoredSummaries } from "./stored-summaries.ts";

/** A run as shown in a list. */
export interface ListedRun extends RunSummary {
  readonly state: RunState;
  /** Left out unless its branch was removed. */
  readonly discarded?: true;
  readonly next: readonly NextCommand[];
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
export const listRuns = async (
  summaries: StoredSummaries,
  { all, limit, only = () => true }: { all: boolean; limit: number; only?: (run: StoredRunName) => boolean },
  place: Typist,
): Promise<ListedRuns> => {
  const named = summaries.runs.filter((run) => only(run) && (all || !summaries.isPart(run)));
  const short = shortIds(summaries.runs.map(({ runId }) => runId));
  const runs: ListedRun[] = [];
  for (const run of named.slice(0, limit)) {
    const now = await runNow(summaries, run, place.env);
    const whole = summaries.wholes().get(run.runId);
    runs.push({
      ...{ ...now.summary, state: now.state, spending: summaries.spendingOf(run) },
      ...(now.isDiscarded ? { discarded: true } : {}),
      ...{ next: await nextOf(summaries, now, place), directory: now.directory, short_id: short(run.runId) },
      ...(whole?.kind === "build" ? { of_build: whole.runId } : {}),
    });
  }
  return { runs, more: named.length - runs.length };
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
