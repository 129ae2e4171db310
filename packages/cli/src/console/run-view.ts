import type { RunEvent } from "@llmch/app";
import type { Console } from "./console.ts";
import { createFuse, viewFailed } from "./fuse.ts";
import { createLog } from "./log/log.ts";
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
      return { event: fused(recordWithOrder(console)), output: null, ...UNDRAWN };
    case "plain":
      return { event: () => {}, output: null, ...UNDRAWN };
    case "log": {
      const whole = outline.kind === "orders" ? "run-all" : outline.kind;
      const earlier = outline.kind === "build" ? outline.events : [];
      return { event: fused(createLog(whole, console, { asks, earlier })), output: null, ...UNDRAWN };
    }
  }
};

const UNDRAWN = { pause: () => {}, close: () => {} };

/** The event as in the journal, plus its order unless it names one. */
const recordWithOrder = (console: Pick<Console, "record">): ((event: RunEvent) => void) => {
  const orders = new Map<string, string>();
  return (event) => {
    if (event.type === "order_run_started") orders.set(event.run, event.order);
    if (event.type === "order_started") orders.set(event.run_id, event.order);
    const order = orders.get(event.run_id);
    console.record(order === undefined || "order" in event ? event : { ...event, order });
  };
};
