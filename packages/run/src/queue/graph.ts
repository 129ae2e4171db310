import type { Context } from "@llmch/config";
import { normalizePath, type OrderDependencies, orderDependencies, type WorkOrder } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import { deriveCommands } from "@llmch/factory";
import { pathPattern } from "@llmch/text";
import type { OrderGraph } from "./queue.ts";

/** A plan whose orders are loaded. */
interface LoadedPlan {
  readonly orders: readonly { readonly order: WorkOrder }[];
}

const known = new WeakMap<LoadedPlan, OrderGraph>();

/** What each order of a plan depends on; computed once per plan. */
export const graphOf = (plan: LoadedPlan, { settings }: Pick<Context, "settings">): OrderGraph => {
  const orders = plan.orders.map(({ order }) => order);
  const graph = known.get(plan) ?? completeGraph(orders, settings.values.setup);
  known.set(plan, graph);
  return graph;
};

/**
 * What each order of a plan depends on, including what the repo's settings add: files that commands derive in every commit, and files
 * that decide what is installed.
 */
const completeGraph = (
  orders: readonly WorkOrder[],
  setup: Pick<SetupSettings, "derive" | "commands" | "lockfiles">,
): OrderGraph => {
  const patterns = setup.commands.length === 0 ? [] : setup.lockfiles.map(pathPattern);
  const deriving: WorkOrder[] = [];
  const barrierFiles: string[] = [];
  for (const order of orders) {
    const made = withDerived(order, setup);
    deriving.push(made);
    barrierFiles.push(...filesOf(made).filter((path) => patterns.some((fits) => fits(path))));
  }
  return { orders: orderDependencies(deriving, { barrierFiles }) };
};

const withDerived = (order: WorkOrder, { derive: repoDerives }: Pick<SetupSettings, "derive">): WorkOrder => ({
  ...order,
  derive: deriveCommands({ order, repoDerives }, order.allowed_files.map(normalizePath)).map((each) => ({
    ...each,
    files: [...each.files],
  })),
});

const filesOf = ({ allowed_files, derive = [] }: WorkOrder): readonly string[] =>
  [...allowed_files, ...derive.flatMap(({ files }) => files)].map(normalizePath);

/** A graph in which every order depends on all before it. */
export const chainOf = (ids: readonly string[]): OrderGraph => ({
  orders: ids.map((id, index) => ({
    id,
    after: ids.slice(0, index),
    directly: ids.slice(Math.max(0, index - 1), index),
  })),
});

/** The graph of the pending orders only; the others are done. */
export const graphOfPending = ({ orders }: OrderGraph, pending: ReadonlySet<string>): OrderGraph => {
  const left: OrderDependencies[] = [];
  /** For each finished order, the dependencies that replace it. */
  const instead = new Map<string, readonly string[]>();
  for (const order of orders) {
    const node = amongPending(order, pending, instead);
    if (pending.has(order.id)) left.push(node);
    else instead.set(order.id, node.directly);
  }
  return { orders: left };
};

const amongPending = (
  { id, after, directly }: OrderDependencies,
  pending: ReadonlySet<string>,
  instead: ReadonlyMap<string, readonly string[]>,
): OrderDependencies => ({
  id,
  after: after.filter((each) => pending.has(each)),
  directly: [...new Set(directly.flatMap((each) => instead.get(each) ?? [each]))],
});
