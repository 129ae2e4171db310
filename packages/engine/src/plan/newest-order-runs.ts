import { join } from "node:path";
import { storedRuns } from "@llmch/store";

/** The newest order runs predict the next one best. */
const MOST_RUNS = 20;

/** The directories of the newest order runs. */
export const newestOrderRuns = (root: string): readonly string[] =>
  storedRuns(root)
    .filter(({ kind }) => kind === "factory")
    .slice(0, MOST_RUNS)
    .map(({ runId }) => join(root, "factory", runId));
