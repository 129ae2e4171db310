import type { Context } from "@llmch/engine";
import type { LoadedOrder } from "@llmch/engine/orders";
import type { Prepared } from "@llmch/engine/preflight";
import type { OrderTask } from "@llmch/engine/schedule";
import type { Watched } from "../console/view.ts";

/** What a view is told of orders before they begin: all of them, and which are done already. */
export const watchedOrders = (
  orders: readonly LoadedOrder[],
  tasks: readonly OrderTask[],
  { model }: Pick<Prepared, "model">,
  { settings }: Pick<Context, "settings">,
): Watched => {
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const shown = orders.map(({ order: { id, title } }) => ({ order: id, title, skipped: !waiting.has(id) }));
  return { outline: { kind: "orders", orders: shown }, asks: model.replay === null, caps: settings.values.budget };
};
