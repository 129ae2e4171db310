import type { OrderReading } from "./order-reading.ts";

/** Which orders of a plan make a file. */
export interface PlanWriters {
  /** The first order in the whole plan that provides the path. */
  readonly anyGiver: (path: string) => string | undefined;
  /** The orders up to and including this one, in plan order. */
  readonly upTo: (order: OrderReading) => readonly OrderReading[];
  /** Those of them that may write the path. */
  readonly writersUpTo: (order: OrderReading, path: string) => readonly OrderReading[];
}

/** Computed at the first call. */
export const planWriters = (orders: readonly OrderReading[]): PlanWriters => {
  let givers: Map<string, string> | undefined;
  let numbers: ReadonlyMap<OrderReading, number> | undefined;
  let writers: ReadonlyMap<string, readonly OrderReading[]> | undefined;
  const numberOf = (order: OrderReading): number => {
    numbers ??= new Map(orders.map((each, number) => [each, number]));
    return numbers.get(order) ?? -1;
  };
  return {
    anyGiver: (path) => {
      givers ??= firstGivers(orders);
      return givers.get(path);
    },
    upTo: (order) => orders.slice(0, numberOf(order) + 1),
    writersUpTo: (order, path) => {
      writers ??= writersByPath(orders);
      return (writers.get(path) ?? []).filter((each) => numberOf(each) <= numberOf(order));
    },
  };
};

const firstGivers = (orders: readonly OrderReading[]): Map<string, string> =>
  new Map(
    orders
      .toReversed()
      .flatMap(({ postconditions, derived, label }) => [
        ...[...derived].map((path) => [path, label] as const),
        ...postconditions.flatMap(({ kind, path }) => (kind === "file_absent" ? [] : [[path, label] as const])),
      ]),
  );

const writersByPath = (orders: readonly OrderReading[]): ReadonlyMap<string, readonly OrderReading[]> => {
  const writers = new Map<string, OrderReading[]>();
  for (const order of orders) {
    for (const path of order.allowed) {
      const known = writers.get(path);
      if (known === undefined) writers.set(path, [order]);
      else known.push(order);
    }
  }
  return writers;
};
