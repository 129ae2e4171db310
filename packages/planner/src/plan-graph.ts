import { type OrderEdge, type OrderFiles, orderEdges } from "@llmch/contract";
import type { ConditionReading, OrderReading } from "./order-reading.ts";

/** How the orders of a plan rest on one another, as far as rules ask. */
export interface PlanGraph {
  /** True where a later order needs or may write a file that this one is the last to give. */
  isBuiltOn(order: OrderReading): boolean;
  /** The allowed files that an earlier order may write too though this one does not depend on it, each with that order. */
  unorderedWrites(order: OrderReading): ReadonlyMap<string, OrderReading>;
}

/** Edges that are followed in all: a plan that takes more is not searched further, and counts as ordered. */
const MAX_STEPS = 1_000_000;

export const planGraph = (orders: readonly OrderReading[]): PlanGraph => {
  const { incoming, builtOn } = readEdges(orders);
  const numbers = new Map(orders.map((order, number) => [order, number]));
  let steps = MAX_STEPS;

  /** True where a path of needed files leads from the earlier order to the later one. */
  const dependsOn = (later: number, earlier: number): boolean => {
    const seen = new Set([later]);
    const open = [later];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { from, edge } of incoming[at] ?? []) {
        if (--steps < 0) return true;
        if (edge.needs.length === 0 || from < earlier || seen.has(from)) continue;
        if (from === earlier) return true;
        seen.add(from);
        open.push(from);
      }
    }
    return false;
  };

  const found = new Map<OrderReading, ReadonlyMap<string, OrderReading>>();
  const searchWrites = (order: OrderReading): ReadonlyMap<string, OrderReading> => {
    const number = numbers.get(order) ?? -1;
    const writes = new Map<string, OrderReading>();
    for (const { from, edge } of incoming[number] ?? []) {
      const writer = orders[from];
      if (writer === undefined || edge.writes.length === 0 || dependsOn(number, from)) continue;
      for (const path of edge.writes) writes.set(path, writer);
    }
    found.set(order, writes);
    return writes;
  };
  return {
    isBuiltOn: (order) => builtOn.has(numbers.get(order) ?? -1),
    unorderedWrites: (order) => found.get(order) ?? searchWrites(order),
  };
};

interface Incoming {
  readonly from: number;
  readonly edge: OrderEdge;
}

const readEdges = (orders: readonly OrderReading[]) => {
  const incoming: Incoming[][] = orders.map(() => []);
  const builtOn = new Set<number>();
  for (const edge of orderEdges(orders.map(filesOf))) {
    const from = Number(edge.from);
    builtOn.add(from);
    incoming[Number(edge.to)]?.push({ from, edge });
  }
  return { incoming, builtOn };
};

/** An order's files under its number in the list: the ids of a plan that is being judged may be anything. */
const filesOf = (order: OrderReading, number: number): OrderFiles => ({
  id: String(number),
  needs: [...existing(order.preconditions), ...order.contextFiles],
  writes: [...order.allowedFiles, ...existing(order.postconditions)],
});

const existing = (conditions: readonly ConditionReading[]): readonly string[] =>
  conditions.filter(({ kind }) => kind === "file_exists").map(({ path }) => path);
