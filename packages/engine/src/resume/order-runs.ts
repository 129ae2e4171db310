import { dirname } from "node:path";
import type { StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";

/** The runs of a run-all's orders in its previous sessions, passed ones too; what cannot be read is left out. */
export const orderRunsOf = ({ directory, journal }: StoredRun): readonly StoredRun[] => {
  const root = dirname(dirname(directory));
  const begun = journal.events.flatMap((event) => (event.type === "order_run_started" ? [event.run] : []));
  return [...new Set(begun)].flatMap((id) => {
    const run = readStoredRun(root, "factory", id);
    return run.ok ? [run.value] : [];
  });
};
