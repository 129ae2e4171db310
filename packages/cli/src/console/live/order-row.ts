import type { LiveOrder } from "@llmch/story/live";
import type { Canvas, Row } from "./canvas.ts";
import { clock, spent } from "./figures.ts";
import { fit, fitFields, widthOf } from "./fit.ts";

/** Columns of a title: other fields are left out before it gets fewer, and it never gets more. */
const LEAST_TITLE = 8;
const MOST_TITLE = 60;

/** `▸ WO-03  Title  attempt 2/5  verify  0:12`, with tokens if there is room. */
export const orderRow = (order: LiveOrder, width: number, { now, colors }: Canvas): Row => {
  const head = `▸ ${fit(order.order, 12)}  `;
  const besides = width - widthOf(head) - 2;
  const fields = [
    order.attempt === 0 ? "" : `${width < 72 ? "" : "attempt "}${order.attempt}/${order.max_attempts}`,
    order.ahead.length === 0 ? "" : "ahead",
    order.step ?? "",
    clock(now - (order.started_at ?? now)),
    spent(order.spending),
  ];
  const status = fitFields(fields, besides - LEAST_TITLE);
  const title = fit(order.title, Math.min(MOST_TITLE, besides - widthOf(status)));
  return [`${head}${title}  ${status}`, paintHead(colors)];
};

/** Colours the symbol and the id at the beginning of an order's row. */
export const paintHead =
  ({ cyan, bold }: Canvas["colors"]): ((text: string) => string) =>
  (text) =>
    text.replace(/^▸ (\S+)/, (_, id: string) => `${cyan("▸")} ${bold(id)}`);
