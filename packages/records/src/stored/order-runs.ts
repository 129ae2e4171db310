import { dirname } from "node:path";
import type { StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";

/** The runs of a run-all's orders in its previous sessions, including passed ones; unreadable ones are left out. */
export const orderRunsOf = async ({ directory, journal }: StoredRun): Promise<readonly StoredRun[]> => {
  const root = dirname(dirname(directory));
  const begun = journal.events.flatMap((event) => (event.type === "order_run_started" ? [event.run] : []));
  return readRuns(root, [...new Set(begun)]);
};

/** The readable ones among the given order runs. */
export const readRuns = async (root: string, ids: readonly string[]): Promise<readonly StoredRun[]> => {
  const runs: StoredRun[] = [];
  for (const id of ids) {
    const run = await readStoredRun(root, "factory", id);
    if (run.ok) runs.push(run.value);
  }
  return runs;
};
