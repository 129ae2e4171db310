import type { RunEvent } from "@llmch/app/drawing";

/** Learns from events which run belongs to which order; returns an event's order, or null if it belongs to none. */
export const createRunOrders = (): ((event: RunEvent) => string | null) => {
  const orders = new Map<string, string>();
  return (event) => {
    if (event.type === "order_run_started") orders.set(event.run, event.order);
    if (event.type === "order_started") orders.set(event.run_id, event.order);
    return orders.get(event.run_id) ?? null;
  };
};
