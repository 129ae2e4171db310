import type { RunEvent } from "@llmch/app/drawing";
import type { Console } from "./console.ts";
import { createFuse, viewFailed } from "./fuse.ts";
import { createOrderLog } from "./log/order-log.ts";
import { createPlanLog } from "./log/plan-log.ts";
import { createRunOrders } from "./run-orders.ts";
import type { RunView, Watched } from "./view.ts";

/** Opens the view of a run in the console's rendering. */
export const openView = async ({ outline, asks, caps }: Watched, console: Console): Promise<RunView> => {
  const fused = createFuse((fault) => console.error(viewFailed(fault, console)));
  switch (console.rendering) {
    case "live": {
      // Load the drawing code only if something is drawn.
      const { openLiveView } = await import("./live/live-view.ts");
      return openLiveView(outline, console, caps);
    }
    case "json":
      return { event: fused(recordWithOrder(console)), output: null, close: () => {} };
    case "plain":
      return { event: () => {}, output: null, close: () => {} };
    case "log":
      return {
        event: fused(outline.kind === "plan" ? createPlanLog(console, { asks }) : createOrderLog(console, { asks })),
        output: null,
        close: () => {},
      };
  }
};

/** The event as in the journal, plus its order unless it names one. */
const recordWithOrder = (console: Pick<Console, "record">): ((event: RunEvent) => void) => {
  const orderOf = createRunOrders();
  return (event) => {
    const order = orderOf(event);
    console.record(order === null || "order" in event ? event : { ...event, order });
  };
};
