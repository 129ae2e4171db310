import { acceptanceOf } from "./acceptance.ts";
import type { NamedFiles } from "./order-files.ts";
import { type OrderParts, type Resting, restingOrders, type SharedFiles } from "./resting-orders.ts";
import type { WorkOrder } from "./work-order.ts";

/** An order and all orders that it depends on, directly or indirectly, in plan order. */
export interface OrderDependencies {
  readonly id: string;
  readonly after: readonly string[];
  /** A subset from which the others follow. */
  readonly directly: readonly string[];
}

/**
 * All that each order of a plan depends on, in plan order. An order depends on an earlier one that writes, makes or removes a file that it
 * names: as a file that it may write, sees, requires or makes, or in a command. So it does on one that ticks boxes in such a file. It also depends on an earlier one if it says so, or if that
 * one affects the whole repo: how git treats files, what is installed, or whether there is any verification.
 *
 * What a later order writes never matters to an earlier one, even if the earlier one reads it: its commands run before.
 */
export const orderDependencies = (orders: readonly WorkOrder[], shared?: SharedFiles): readonly OrderDependencies[] => {
  const ids = orders.map(({ id }) => id);
  const resting = restingOrders(orders.map(partsOf), shared);
  const found: OrderDependencies[] = [];
  for (const [number, each] of resting.entries()) {
    found.push(dependenciesOf(ids, number, each));
  }
  return found;
};

const dependenciesOf = (ids: readonly string[], number: number, { all, reasons }: Resting): OrderDependencies => {
  const named = (earlier: number) => ids[earlier] ?? "";
  return {
    id: named(number),
    after: all.numbers().map(named),
    directly: [...reasons.keys()].sort(byNumber).map(named),
  };
};

const byNumber = (one: number, two: number): number => one - two;

const partsOf = (order: WorkOrder): OrderParts => ({
  id: order.id,
  files: namedFiles(order),
  dependsOn: order.depends_on ?? [],
  commands: [
    ...acceptanceOf(order).map(({ command }) => command),
    ...(order.checks ?? []).map(({ content }) => content),
    ...(order.derive ?? []).map(({ command }) => command),
  ],
  ticked: (order.ticks ?? []).map(({ path }) => path),
  isExempt: order.verify_exempt,
});

const namedFiles = (order: WorkOrder): NamedFiles => ({
  preconditions: order.preconditions,
  postconditions: order.postconditions,
  allowed: order.allowed_files,
  context: order.context_files,
  derived: (order.derive ?? []).flatMap(({ files }) => files),
});
