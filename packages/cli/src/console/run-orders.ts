import type { RunEvent } from "@llmch/contract";

/** Learns from events which run is which order's; says whose an event is, and null if it is of no order alone. */
export const createRunOrders = (): ((event: RunEvent) => string | null) => {
  const orders = new Map<string, string>();
  return (event) => {
    if (event.type === "order_run_started") orders.set(event.run, event.order);
    if (event.type === "order_started") orders.set(event.run_id, event.order);
    return orders.get(event.run_id) ?? null;
  };
};
