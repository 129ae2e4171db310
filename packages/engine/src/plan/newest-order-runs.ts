import { join } from "node:path";
import { storedRuns } from "@llmch/store";

/** The newest runs of orders tell the most of the next one. */
const MOST_RUNS = 20;

/** The directories of the newest runs of orders. */
export const newestOrderRuns = (root: string): readonly string[] =>
  storedRuns(root)
    .filter(({ kind }) => kind === "factory")
    .slice(0, MOST_RUNS)
    .map(({ runId }) => join(root, "factory", runId));
