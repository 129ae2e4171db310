import { normalizePath, orderDependencies, pathPattern, type WorkOrder } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import { deriveCommands } from "@llmch/factory";
import type { OrderGraph } from "./standing.ts";

/**
 * What each order of a plan rests on, with what the repo's settings add to it: files that commands make of every commit, and files that
 * decide what is installed.
 */
export const graphOf = (
  orders: readonly WorkOrder[],
  setup: Pick<SetupSettings, "derive" | "commands" | "lockfiles">,
): OrderGraph => {
  const made = orders.map((order) => ({
    ...order,
    derive: deriveCommands({ order, repoDerives: setup.derive }, order.allowed_files.map(normalizePath)).map(
      (each) => ({
        ...each,
        files: [...each.files],
      }),
    ),
  }));
  const patterns = setup.commands.length === 0 ? [] : setup.lockfiles.map(pathPattern);
  const barrierFiles = made
    .flatMap(({ allowed_files, derive }) => [...allowed_files, ...derive.flatMap(({ files }) => files)])
    .map(normalizePath)
    .filter((path) => patterns.some((fits) => fits(path)));
  return { orders: orderDependencies(made, { barrierFiles }) };
};

/** A plan of which every order rests on all before it. */
export const chainOf = (ids: readonly string[]): OrderGraph => ({
  orders: ids.map((id, index) => ({ id, after: ids.slice(0, index) })),
});

/** The graph of some of its orders: the others are done. */
export const graphOfPending = ({ orders }: OrderGraph, pending: ReadonlySet<string>): OrderGraph => ({
  orders: orders
    .filter(({ id }) => pending.has(id))
    .map(({ id, after }) => ({ id, after: after.filter((each) => pending.has(each)) })),
});
