import { join } from "node:path";
import { runSpending } from "@llmch/story";
import type { OrderTask } from "../schedule/order-task.ts";
import { describeEnding, type OrderEnding, type OrderRun } from "./order-ending.ts";
import type { OrderInHand } from "./order-in-hand.ts";
import type { OrderRunContext } from "./order-run-context.ts";

/**
 * An order whose run cannot be recorded, as on a full disk: it ends with that fault, before anything is asked, and can be begun again.
 * @param fault what the machine said as its run was opened
 */
export const unopenedOrder = (
  task: OrderTask,
  { artifactsRoot, signal }: Pick<OrderRunContext, "artifactsRoot" | "signal">,
  fault: unknown,
): OrderInHand => {
  const { loaded, runId, previous } = task;
  const directory = previous?.directory ?? join(artifactsRoot, "factory", runId);
  const spent = runSpending(previous?.journal.events ?? []);
  const endedAs = async (ending: OrderEnding): Promise<OrderRun> =>
    describeEnding(loaded, { runId, directory, spent, warnings: [], limit: null }, ending);
  const interrupted = { kind: "interrupted", attempts: [] } as const;
  return {
    task,
    goAhead: async () => null,
    finish: () => endedAs(signal.aborted ? interrupted : { kind: "fault", fault, attempts: [] }),
    stop: () => endedAs(interrupted),
  };
};
