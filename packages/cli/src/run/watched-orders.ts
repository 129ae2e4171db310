import type { Settings } from "@llmch/contract/settings";
import type { Prepared } from "@llmch/engine/preflight";
import type { Schedule } from "@llmch/engine/schedule";
import type { Watched } from "../console/view.ts";

/** What a view gets to know before orders begin: all of them, and which are already done. */
export const watchedOrders = (
  { orders, tasks, config: { jobs = 1 } }: Schedule,
  { model }: Pick<Prepared, "model">,
  { budget }: Pick<Settings, "budget">,
): Watched => {
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const shown = orders.map(({ order: { id, title } }) => ({ order: id, title, skipped: !waiting.has(id) }));
  return { outline: { kind: "orders", orders: shown, jobs }, asks: model.replay === null, caps: budget };
};
