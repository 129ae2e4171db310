import { join } from "node:path";
import type { WorkOrder } from "@llmch/contract";
import { storedRuns } from "@llmch/store";
import { loadOrderDirectory } from "../orders/load-orders.ts";
import { ORDERS_FOLDER } from "../schedule/schedule-session.ts";

/** Every order kept by a store's plans and run-alls, by hash; read once, on demand. */
export const storedOrders = (root: string): (() => Promise<ReadonlyMap<string, WorkOrder>>) => {
  let read: Promise<ReadonlyMap<string, WorkOrder>> | undefined;
  return () => {
    read ??= readOrders(root);
    return read;
  };
};

const readOrders = async (root: string): Promise<ReadonlyMap<string, WorkOrder>> => {
  const orders = new Map<string, WorkOrder>();
  for (const { kind, runId } of storedRuns(root)) {
    if (kind === "factory" || kind === "ask") continue;
    const folder = kind === "planner" ? "output" : ORDERS_FOLDER;
    const loaded = await loadOrderDirectory(join(root, kind, runId, folder));
    for (const { order, sha256 } of loaded.ok ? loaded.value : []) orders.set(sha256, order);
  }
  return orders;
};
