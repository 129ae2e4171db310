import type { WorkOrder } from "./work-order.ts";

/** What of an order its place in the plan rests on. */
export type OrderFiles = Pick<WorkOrder, "id" | "preconditions" | "postconditions" | "allowed_files" | "context_files">;

/** An order that rests on an earlier one, and the files that make it so, sorted. */
export interface OrderEdge {
  readonly from: string;
  readonly to: string;
  /** Files that `from` is the last to give before `to` requires them or has them shown. */
  readonly needs: readonly string[];
  /** Files that both may write, `from` being the last before `to`. */
  readonly writes: readonly string[];
}

/**
 * The dependency graph of a plan: an edge where an order needs a file that an earlier one gives, or where both may write one.
 * Of several earlier orders it is the last that counts. Edges are in the orders' sequence.
 */
export const orderEdges = (orders: readonly OrderFiles[]): readonly OrderEdge[] => {
  const lastGiver = new Map<string, number>();
  return orders.flatMap((order, index) => {
    const found = new Map<number, { needs: Set<string>; writes: Set<string> }>();
    const note = (path: string, kind: "needs" | "writes") => {
      const giver = lastGiver.get(path);
      if (giver === undefined) return;
      const edge = found.get(giver) ?? { needs: new Set(), writes: new Set() };
      found.set(giver, edge);
      edge[kind].add(path);
    };
    for (const path of neededFiles(order)) note(path, "needs");
    for (const path of order.allowed_files) note(path, "writes");
    for (const path of givenFiles(order)) lastGiver.set(path, index);
    return [...found]
      .sort(([a], [b]) => a - b)
      .flatMap(([giver, { needs, writes }]) => {
        const from = orders[giver]?.id;
        return from === undefined ? [] : [{ from, to: order.id, needs: [...needs].sort(), writes: [...writes].sort() }];
      });
  });
};

const neededFiles = ({ preconditions, context_files }: OrderFiles): readonly string[] => [
  ...preconditions.filter(({ kind }) => kind === "file_exists").map(({ path }) => path),
  ...context_files,
];

const givenFiles = ({ allowed_files, postconditions }: OrderFiles): readonly string[] => [
  ...allowed_files,
  ...postconditions.map(({ path }) => path),
];
