import { ulidTime } from "@llmch/files";
import { decodeTime, monotonicFactory } from "ulid";
import { storedRuns } from "./stored-runs.ts";

const next = monotonicFactory();

/**
 * A new run's ULID. Those of one process sort in the order in which they were made; with the root of a store, it sorts after all that are
 * kept there, even those of a clock that was ahead.
 */
export const newRunId = (root?: string): string => {
  const newest = root === undefined ? undefined : storedRuns(root)[0]?.runId;
  return next(ulidTime(newest === undefined ? 1 : decodeTime(newest) + 1));
};
