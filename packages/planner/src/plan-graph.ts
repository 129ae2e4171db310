import {
  givesFile,
  type NamedFiles,
  neededFiles,
  type OrderEdge,
  orderEdges,
  removedFiles,
  writtenFiles,
} from "@llmch/contract";
import type { OrderReading } from "./order-reading.ts";

/** What rules need to know about the dependencies between a plan's orders. */
export interface PlanGraph {
  /** True if a later order needs or may write a file that this order is the last to provide, or depends on it explicitly. */
  isBuiltOn(order: OrderReading): boolean;
  /** The allowed files that an earlier order may write too, although this order does not depend on it, each with that order. */
  unorderedWrites(order: OrderReading): ReadonlyMap<string, OrderReading>;
  /** True if an order with that name precedes this one. */
  isBefore(label: string, order: OrderReading): boolean;
}

/** The most edges that a search follows. Beyond that, the plan counts as ordered. */
const MAX_STEPS = 1_000_000;

/**
 * Computes edges when a rule needs them; for most plans none does.
 * @param isEarlier whether an order that is not in the list precedes it
 */
export const planGraph = (
  orders: readonly OrderReading[],
  isEarlier: (label: string) => boolean = () => false,
): PlanGraph => {
  let known: Edges | undefined;
  const edges = () => {
    known ??= readEdges(orders);
    return known;
  };
  const shared = sharedPaths(orders);
  let steps = MAX_STEPS;

  /** True if a chain of needed files or explicit dependencies leads from the earlier order to the later one. */
  const dependsOn = (later: number, earlier: number): boolean => {
    const seen = new Set([later]);
    const open = [later];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { from, edge } of edges().incoming[at] ?? []) {
        if (--steps < 0) return true;
        if ((edge.needs.length === 0 && edge.said !== true) || from < earlier || seen.has(from)) continue;
        if (from === earlier) return true;
        seen.add(from);
        open.push(from);
      }
    }
    return false;
  };

  const found = new Map<OrderReading, ReadonlyMap<string, OrderReading>>();
  const searchWrites = (order: OrderReading): ReadonlyMap<string, OrderReading> => {
    const { incoming, numbers } = edges();
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
    isBefore: (label, order) => {
      const { numbers, labels } = edges();
      const number = labels.get(label);
      return number === undefined ? isEarlier(label) : number < (numbers.get(order) ?? -1);
    },
    isBuiltOn: (order) => edges().builtOn.has(edges().numbers.get(order) ?? -1),
    unorderedWrites: (order) =>
      order.allowedFiles.some(({ path }) => shared.has(path)) ? (found.get(order) ?? searchWrites(order)) : NONE,
  };
};

const NONE: ReadonlyMap<string, OrderReading> = new Map();

/** Paths that several orders may write. */
const sharedPaths = (orders: readonly OrderReading[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { allowed, postconditions } of orders) {
    const add = (path: string) => {
      if (seen.has(path)) shared.add(path);
      seen.add(path);
    };
    for (const path of allowed) add(path);
    // Count a file only once if the order may write it anyway.
    for (const { kind, path } of postconditions) if (givesFile(kind) && !allowed.has(path)) add(path);
  }
  return shared;
};

interface Edges {
  readonly numbers: ReadonlyMap<OrderReading, number>;
  readonly incoming: readonly (readonly Incoming[])[];
  readonly builtOn: ReadonlySet<number>;
  /** The first order with each name. */
  readonly labels: ReadonlyMap<string, number>;
}

interface Incoming {
  readonly from: number;
  readonly edge: OrderEdge;
}

const readEdges = (orders: readonly OrderReading[]): Edges => {
  const numbers = new Map(orders.map((order, number) => [order, number]));
  const incoming: Incoming[][] = orders.map(() => []);
  const builtOn = new Set<number>();
  const removed = new Set(orders.flatMap(removedFiles));
  const labels = new Map<string, number>();
  // By list position, since the ids of an unvalidated plan may be anything.
  const files = orders.map((order, number) => {
    const dependsOn = order.dependsOn.flatMap(({ text }) => labels.get(text) ?? []).map(String);
    if (!labels.has(order.label)) labels.set(order.label, number);
    const own = namedFiles(order);
    return { id: String(number), needs: neededFiles(own, removed), writes: writtenFiles(own), dependsOn };
  });
  for (const edge of orderEdges(files)) {
    const from = Number(edge.from);
    builtOn.add(from);
    incoming[Number(edge.to)]?.push({ from, edge });
  }
  return { numbers, incoming, builtOn, labels };
};

const namedFiles = ({ preconditions, postconditions, contextFiles, allowed, derived }: OrderReading): NamedFiles => ({
  ...{ preconditions, postconditions },
  allowed: [...allowed],
  context: contextFiles.map(({ path }) => path),
  derived: [...derived],
});
