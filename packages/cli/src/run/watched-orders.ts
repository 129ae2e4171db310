import type { Context } from "@llmch/engine";
import type { Prepared } from "@llmch/engine/preflight";
import { graphOf, type Schedule } from "@llmch/engine/schedule";
import type { Watched } from "../console/view.ts";

/** What a view gets to know before orders begin: all of them, and which are already done. */
export const watchedOrders = async (
  schedule: Schedule,
  { model }: Pick<Prepared, "model">,
  context: Context,
): Promise<Watched> => {
  const { orders, tasks, config } = schedule;
  const { jobs = 1 } = config;
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const shown = orders.map(({ order: { id, title } }) => ({ order: id, title, skipped: !waiting.has(id) }));
  const caps = context.settings.values.budget;
  const asks = model.replay === null;
  if (jobs === 1) return { outline: { kind: "orders", orders: shown }, asks, caps };
  const graph = await graphOf(schedule, context);
  const afters = new Map(graph.orders.map(({ id, directly }) => [id, directly]));
  const resting = shown.map((order) => ({ ...order, after: afters.get(order.order) ?? [] }));
  return { outline: { kind: "orders", orders: resting, jobs }, asks, caps };
};
