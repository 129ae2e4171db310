import { edgesByEnd, longestPath, type OrderEdge, type OrderGraph } from "@llmch/contract";

/** The orders that must follow one another even if all others run in parallel: the first of several such chains. */
export interface LongestChain {
  /** In order of execution. */
  readonly ids: readonly string[];
  /** True for an order of a chain that has more than one. */
  holds(id: string): boolean;
  /** True for an edge between two consecutive orders of the chain. */
  leads(edge: Pick<OrderEdge, "from" | "to">): boolean;
}

export const longestChain = (graph: OrderGraph): LongestChain => {
  const ids = longestPath(restingDirectly(graph));
  const marked = new Set(ids.length < 2 ? [] : ids);
  const before = new Map(ids.map((id, index) => [id, ids[index - 1]]));
  return {
    ids,
    holds: (id) => marked.has(id),
    leads: ({ from, to }) => marked.has(from) && before.get(to) === from,
  };
};

/** Each order with those that edges come from. */
export const restingDirectly = ({
  orders,
  edges,
}: OrderGraph): readonly { readonly id: string; readonly directly: readonly string[] }[] => {
  const byEnd = edgesByEnd(edges);
  return orders.map(({ id }) => ({ id, directly: (byEnd.get(id) ?? []).map(({ from }) => from) }));
};
