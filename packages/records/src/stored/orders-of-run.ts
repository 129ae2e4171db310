import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { accepted, type Result } from "@llmch/contract";
import { revisionFolder } from "@llmch/planner";
import type { StoredRun } from "@llmch/store";
import type { LoadFault } from "../orders/load-orders.ts";
import { type LoadedOrder, loadOrderDirectory, loadOrderFile } from "../orders/load-orders.ts";
import { ORDERS_FOLDER } from "../orders/orders-folder.ts";
import { readRuns } from "./order-runs.ts";

/** The orders as they were when the run began. */
export const ordersOfRun = async ({
  kind,
  directory,
}: StoredRun): Promise<Result<readonly LoadedOrder[], LoadFault>> => {
  if (kind === "run-all") return loadOrderDirectory(join(directory, ORDERS_FOLDER));
  const loaded = await loadOrderFile(join(directory, "work_order.json"), "none");
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
