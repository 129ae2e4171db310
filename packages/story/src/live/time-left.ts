import { remainingPaths } from "@llmch/contract";
import type { LiveOrder, LiveState } from "./live-state.ts";

/**
 * About how long the remaining orders will take, in milliseconds, judged by this run's passed orders: the longer of the remaining
 * longest path, and the remaining work divided by the number of orders at once. Null while there is nothing to judge by.
 */
export const timeLeft = ({ orders, jobs }: LiveState, now: number): number | null => {
  const taken = orders.flatMap((order) =>
    order.state === "passed" && order.ended_at !== null ? [workedOn(order, order.ended_at)] : [],
  );
  const left = orders.filter(({ state }) => state === "running" || state === "waiting");
  if (taken.length === 0 || left.length === 0 || left.some(({ after }) => after === null)) return null;
  const usual = taken.reduce((sum, ms) => sum + ms, 0) / taken.length;
  const weights = new Map(left.map((order) => [order.order, weightOf(order, usual, now)]));
  const graph = left.map(({ order, after }) => ({
    id: order,
    directly: (after ?? []).filter((id) => weights.has(id)),
  }));
  const longest = Math.max(...remainingPaths(graph, (id) => weights.get(id) ?? 0).values());
  const work = [...weights.values()].reduce((sum, ms) => sum + ms, 0);
  return Math.max(longest, work / Math.max(1, jobs));
};

/** The time that an order still needs, if it takes as long as the others did. */
const weightOf = (order: LiveOrder, usual: number, now: number): number =>
  order.state === "running" ? Math.max(0, usual - workedOn(order, now)) : usual;

/** How long it was worked on until then. */
const workedOn = ({ started_at, waited_ms, doing }: LiveOrder, until: number): number => {
  const waiting = doing?.kind === "turn" ? Math.max(0, until - doing.since) : 0;
  return started_at === null ? 0 : Math.max(0, until - started_at - waited_ms - waiting);
};
