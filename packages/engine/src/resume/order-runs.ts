import { dirname } from "node:path";
import type { StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";

/** The runs of a run-all's orders in its previous sessions, passed ones too; what cannot be read is left out. */
export const orderRunsOf = async ({ directory, journal }: StoredRun): Promise<readonly StoredRun[]> => {
  const root = dirname(dirname(directory));
  const begun = journal.events.flatMap((event) => (event.type === "order_run_started" ? [event.run] : []));
  return readRuns(root, [...new Set(begun)]);
};

/** Those of the runs of orders that can be read. */
export const readRuns = async (root: string, ids: readonly string[]): Promise<readonly StoredRun[]> => {
  const runs: StoredRun[] = [];
  for (const id of ids) {
    const run = await readStoredRun(root, "factory", id);
    if (run.ok) runs.push(run.value);
  }
  return runs;
};
