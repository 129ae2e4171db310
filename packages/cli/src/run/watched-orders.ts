import type { RunConfig } from "@llmch/contract";
import type { Context } from "@llmch/engine";
import type { LoadedOrder } from "@llmch/engine/orders";
import type { Prepared } from "@llmch/engine/preflight";
import { graphOf, type OrderTask } from "@llmch/engine/schedule";
import type { Watched } from "../console/view.ts";

/** What a view is told of orders before they begin: all of them, and which are done already. */
export const watchedOrders = (
  orders: readonly LoadedOrder[],
  tasks: readonly OrderTask[],
  { model }: Pick<Prepared, "model">,
  { settings }: Pick<Context, "settings">,
  { jobs = 1 }: Pick<RunConfig, "jobs">,
): Watched => {
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const shown = orders.map(({ order: { id, title } }) => ({ order: id, title, skipped: !waiting.has(id) }));
  const caps = settings.values.budget;
  const asks = model.replay === null;
  if (jobs === 1) return { outline: { kind: "orders", orders: shown }, asks, caps };
  const graph = graphOf(
    orders.map(({ order }) => order),
    settings.values.setup,
  );
  const afters = new Map(graph.orders.map(({ id, after }) => [id, after]));
  const resting = shown.map((order) => ({ ...order, after: afters.get(order.order) ?? [] }));
  return { outline: { kind: "orders", orders: resting, jobs }, asks, caps };
};
