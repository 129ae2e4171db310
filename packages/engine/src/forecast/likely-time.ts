import { remainingPaths } from "@llmch/contract";
import type { OrderGraph } from "../schedule/standing.ts";

/** How long an order takes, in milliseconds. */
export interface OrderTime {
  /** Its answers, those of failed attempts included. */
  readonly answers: number;
  /** The gates behind them: what is run. */
  readonly gates: number;
}

interface Slots {
  /** How many orders may be open. */
  readonly jobs: number;
  /** How many of them may be at their gates. */
  readonly gates: number;
}

/**
 * How long a schedule takes if every order takes its time, nothing fails, and no gate runs twice: in milliseconds. Of the orders that
 * could go on, the one with the longest remaining path does.
 */
export const likelyTime = (graph: OrderGraph, timeOf: (id: string) => OrderTime, slots: Slots): number => {
  const wholeTime = (id: string) => timeOf(id).answers + timeOf(id).gates;
  const remaining = remainingPaths(graph.orders, wholeTime);
  const first = [...graph.orders].sort((one, two) => (remaining.get(two.id) ?? 0) - (remaining.get(one.id) ?? 0));
  const done = new Set<string>();
  const waiting = new Set(first);
  const answered = new Set<string>();
  let running: readonly Running[] = [];
  let now = 0;
  for (;;) {
    const begin = (id: string, isAtGates: boolean, time: number) => {
      running = [...running, { id, isAtGates, ends: now + time }];
    };
    for (const { id } of first) {
      const atGates = running.filter(({ isAtGates }) => isAtGates).length;
      if (answered.has(id) && atGates < slots.gates) {
        answered.delete(id);
        begin(id, true, timeOf(id).gates);
      }
    }
    for (const node of waiting) {
      if (running.length + answered.size >= slots.jobs) break;
      if (!node.after.every((before) => done.has(before))) continue;
      waiting.delete(node);
      begin(node.id, false, timeOf(node.id).answers);
    }
    if (running.length === 0) return now;
    now = Math.min(...running.map(({ ends }) => ends));
    for (const { id, isAtGates } of running.filter(({ ends }) => ends <= now)) (isAtGates ? done : answered).add(id);
    running = running.filter(({ ends }) => ends > now);
  }
};

interface Running {
  readonly id: string;
  readonly isAtGates: boolean;
  readonly ends: number;
}
