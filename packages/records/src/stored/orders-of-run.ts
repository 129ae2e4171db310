import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { revisionFolder } from "@llmch/contract";
import type { StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Result } from "@llmch/text";
import { type LoadedOrder, type LoadFault, loadOrderDirectory, loadOrderFile } from "../orders/load-orders.ts";

/** The orders as they were when the run began. */
export const ordersOfRun = async (stored: StoredRun): Promise<Result<readonly LoadedOrder[], LoadFault>> => {
  if (stored.kind === "run-all") return loadOrderDirectory(ordersPlace(stored));
  const loaded = await loadOrderFile(join(stored.directory, "work_order.json"), "none");
  return loaded.ok ? accepted([loaded.value]) : loaded;
};

/** The order runs that may contain a revision, which is where revisions are kept. */
export const runsOfOrders = async (stored: StoredRun): Promise<readonly StoredRun[]> => {
  if (stored.kind !== "run-all") return [stored];
  const { directory, journal } = stored;
  const root = dirname(dirname(directory));
  const begun = new Set(journal.events.flatMap((event) => (event.type === "order_run_started" ? [event.run] : [])));
  const revised = [...begun].filter((run) => existsSync(join(root, "factory", run, revisionFolder(1))));
  return readRuns(root, revised);
};

/** The folder for orders in the directory of a run of several orders. */
export const ORDERS_FOLDER = "orders";

/** Where a run of several orders keeps them: one that began anew has another folder for each plan. */
export const ordersPlace = ({ directory, journal }: Pick<StoredRun, "directory" | "journal">): string => {
  const [beginning] = journal.events;
  return join(directory, (beginning?.type === "schedule_started" ? beginning.folder : null) ?? ORDERS_FOLDER);
};

/** The runs of a run-all's orders in its previous sessions, including passed ones; unreadable ones are left out. */
export const orderRunsOf = async ({ directory, journal }: StoredRun): Promise<readonly StoredRun[]> => {
  const root = dirname(dirname(directory));
  const begun = journal.events.flatMap((event) => (event.type === "order_run_started" ? [event.run] : []));
  return readRuns(root, [...new Set(begun)]);
};

/** The readable ones among the given order runs. */
const readRuns = async (root: string, ids: readonly string[]): Promise<readonly StoredRun[]> => {
  const runs: StoredRun[] = [];
  for (const id of ids) {
    const run = await readStoredRun(root, "factory", id);
    if (run.ok) runs.push(run.value);
  }
  return runs;
};
