import type { RunEvent } from "@llmch/contract";
import type { LoadedOrder } from "@llmch/records";

/** The event that begins a run of orders. */
export type Beginning = Extract<RunEvent, { readonly type: "order_started" | "schedule_started" }>;

/** Whether these are the orders that the run began with. */
export const areAsBegun = (beginning: Beginning, orders: readonly LoadedOrder[]): boolean => {
  const begun =
    beginning.type === "schedule_started"
      ? new Map(beginning.orders.map(({ order, sha256 }) => [order, sha256]))
      : new Map([[beginning.order, beginning.work_order_sha256]]);
  return orders.length === begun.size && orders.every(({ order, sha256 }) => begun.get(order.id) === sha256);
};
