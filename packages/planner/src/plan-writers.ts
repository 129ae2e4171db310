import type { OrderReading } from "./order-reading.ts";

/** Which orders of a plan make a file. */
export interface PlanWriters {
  /** The first order of the whole plan that provides the path, at any place. */
  readonly anyGiver: (path: string) => string | undefined;
  /** The orders up to this one, itself included, in plan order. */
  readonly upTo: (order: OrderReading) => readonly OrderReading[];
}

/** Computed on the first question. */
export const planWriters = (orders: readonly OrderReading[]): PlanWriters => {
  let givers: Map<string, string> | undefined;
  let numbers: Map<OrderReading, number> | undefined;
  return {
    anyGiver: (path) => {
      givers ??= firstGivers(orders);
      return givers.get(path);
    },
    upTo: (order) => {
      numbers ??= new Map(orders.map((each, number) => [each, number]));
      return orders.slice(0, (numbers.get(order) ?? -1) + 1);
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
