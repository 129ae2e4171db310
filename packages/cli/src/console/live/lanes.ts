import type { LiveOrder, LiveState } from "@llmch/story/live";
import type { Canvas, Row } from "./canvas.ts";
import { fit, widthOf } from "./fit.ts";
import { movingLine, movingRow } from "./moving-row.ts";
import { orderRow, paintHead } from "./order-row.ts";

/** A lane's moving text is left out if it has fewer columns. */
const LEAST_MOVING = 12;

/** The orders that are open at once, in plan order: two lines each, or one if there is no room for two. */
export const lanesOf = (
  open: readonly LiveOrder[],
  { width, height }: { readonly width: number; readonly height: number },
  canvas: Canvas,
): Row[] => {
  const hasRoom = open.length * 2 <= height;
  return open.flatMap((order) => {
    const heard = canvas.lanes?.get(order.order);
    const own = { ...canvas, heard: heard?.line ?? null, heardAt: heard?.at ?? 0 };
    // An order that only waits has nothing more to say.
    const shown = order.doing?.kind === "turn" ? { ...own, heard: null } : own;
    return hasRoom
      ? [orderRow(order, width, shown), movingRow(order, width, shown)]
      : [narrowLane(order, width, shown)];
  });
};

/** `▸ WO-03  2/5 ahead verify  $ npm test` */
const narrowLane = (order: LiveOrder, width: number, canvas: Canvas): Row => {
  const attempt = order.attempt === 0 ? [] : [`${order.attempt}/${order.max_attempts}`];
  const state = [
    ...attempt,
    ...(order.ahead.length === 0 ? [] : ["ahead"]),
    ...(order.step === null ? [] : [order.step]),
  ];
  const head = `▸ ${fit(order.order, 12)}  ${state.join(" ")}`.trimEnd();
  const room = width - widthOf(head) - 2;
  const moving = room < LEAST_MOVING ? "" : movingLine(order, room, canvas);
  return [moving === "" ? head : `${head}  ${moving}`, paintHead(canvas.colors)];
};

/** The next order to land, as they land in plan order. */
export const frontField = ({ orders }: LiveState): string => {
  const front = orders.find((order) => order.state === "running" || order.state === "waiting");
  return front === undefined ? "" : `next to land ${fit(front.order, 12)}`;
};
