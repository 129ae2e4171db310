import type { RunVerdict } from "@llmch/contract";
import { EXIT } from "@llmch/text";
import type { OrderStory } from "./stories/order.ts";
import type { OrderState, ScheduleStory } from "./stories/schedule.ts";

/** How an order of a run-all stands. */
export interface StandingOrder {
  readonly state: OrderState;
  /** The exit code of its run; null if it is not known. */
  readonly exitCode: number | null;
}

/**
 * The order that a run-all stopped at, or is working on; null if every order passed or waits. While the run goes on, and if it was
 * killed, that is the first order in work. Once it is over, it is the order that ended it, or else the first that failed. An order
 * that was only interrupted, because another had failed, comes last.
 * @param orders in the order of the plan
 */
export const stoppedAt = <Order extends StandingOrder>(orders: readonly Order[], isOver: boolean): Order | null => {
  const inWork = orders.find(({ state }) => state === "running");
  const ending = orders.find(
    ({ state, exitCode }) => exitCode === EXIT.waiting || (state === "error" && exitCode !== EXIT.interrupted),
  );
  const own = ending ?? orders.find(({ state }) => state === "failed");
  const interrupted = orders.find(({ state }) => state === "error");
  return (isOver ? (own ?? inWork) : (inWork ?? own)) ?? interrupted ?? null;
};

const STATES = { PASS: "passed", FAIL: "failed", ERROR: "error" } as const;

/** The state of an order after its run. */
export const stateAfter = (verdict: RunVerdict, exitCode: number | null): "passed" | "failed" | "error" | "waiting" =>
  exitCode === EXIT.waiting ? "waiting" : STATES[verdict];

/** The story of the order that a run-all stopped at, or is working on; null if there is none in the store. */
export const stoppedOrder = ({ orders, verdict }: ScheduleStory): OrderStory | null => {
  const standing = orders.map(({ state, story }) => ({ state, story, exitCode: story?.exit_code ?? null }));
  return stoppedAt(standing, verdict !== null)?.story ?? null;
};

/** The brief of an order's last attempt; null if it has none. */
export const lastBrief = ({ attempts }: OrderStory) => attempts.at(-1)?.brief ?? null;
