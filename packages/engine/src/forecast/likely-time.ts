import { remainingPaths } from "@llmch/contract";
import type { OrderGraph } from "../queue/queue.ts";

/** How long an order takes, in milliseconds. */
export interface OrderTime {
  /** Waiting for its answers, including those of failed attempts. */
  readonly answers: number;
  /** Running the gates after them. */
  readonly gates: number;
}

interface Slots {
  /** How many orders may be open. */
  readonly jobs: number;
  /** How many of them may be at their gates. */
  readonly gates: number;
}

/**
 * How long a schedule takes, in milliseconds, if every order takes its given time, nothing fails, and no gate runs twice. Of the ready
 * orders, the one with the longest remaining path goes first.
 */
export const likelyTime = (graph: OrderGraph, timeOf: (id: string) => OrderTime, slots: Slots): number => {
  const wholeTime = (id: string) => timeOf(id).answers + timeOf(id).gates;
  const remaining = remainingPaths(graph.orders, wholeTime);
  const first = [...graph.orders].sort((one, two) => (remaining.get(two.id) ?? 0) - (remaining.get(one.id) ?? 0));
  const rest = restOf(graph);
  const ready = queueBy(first);
  const answered = queueBy(first);
  for (const { id } of rest.free) ready.add(id);
  let running: readonly Running[] = [];
  let now = 0;
  for (;;) {
    const begin = (id: string, isAtGates: boolean, time: number) => {
      running = [...running, { id, isAtGates, ends: now + time }];
    };
    while (answered.size() > 0 && running.filter(({ isAtGates }) => isAtGates).length < slots.gates) {
      const id = answered.take();
      begin(id, true, timeOf(id).gates);
    }
    while (ready.size() > 0 && running.length + answered.size() < slots.jobs) {
      const id = ready.take();
      begin(id, false, timeOf(id).answers);
    }
    if (running.length === 0) return now;
    now = Math.min(...running.map(({ ends }) => ends));
    for (const { id, isAtGates } of running.filter(({ ends }) => ends <= now)) {
      if (!isAtGates) answered.add(id);
      else for (const freed of rest.done(id)) ready.add(freed);
    }
    running = running.filter(({ ends }) => ends > now);
  }
};

/** Which orders depend on nothing, and which become free once another is done. */
const restOf = ({ orders }: OrderGraph) => {
  const missing = new Map(orders.map(({ id, directly }) => [id, directly.length]));
  const later = new Map<string, string[]>(orders.map(({ id }) => [id, []]));
  for (const { id, directly } of orders) for (const before of directly) later.get(before)?.push(id);
  return {
    free: orders.filter(({ directly }) => directly.length === 0),
    done: (order: string): readonly string[] =>
      (later.get(order) ?? []).filter((id) => {
        const left = (missing.get(id) ?? 0) - 1;
        missing.set(id, left);
        return left === 0;
      }),
  };
};

/** A queue of waiting orders, which returns the first in the given sequence. */
const queueBy = (sequence: readonly { readonly id: string }[]) => {
  const ranks = new Map(sequence.map(({ id }, rank) => [id, rank]));
  /** In reverse, so that the first can be popped from the end. */
  const waiting: number[] = [];
  return {
    size: () => waiting.length,
    add: (id: string): void => {
      const rank = ranks.get(id) ?? 0;
      let [low, high] = [0, waiting.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((waiting[middle] ?? 0) > rank) low = middle + 1;
        else high = middle;
      }
      waiting.splice(low, 0, rank);
    },
    take: (): string => sequence[waiting.pop() ?? 0]?.id ?? "",
  };
};

interface Running {
  readonly id: string;
  readonly isAtGates: boolean;
  readonly ends: number;
}
