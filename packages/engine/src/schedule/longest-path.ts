import { remainingPaths } from "@llmch/contract";
import type { Outlook } from "./predict.ts";
import type { OrderGraph } from "./standing.ts";

const known = new WeakMap<OrderGraph, ReadonlyMap<string, number>>();

/** The longest remaining path first, then plan order. */
export const byLongestPath = (graph: OrderGraph, wanted: readonly Outlook[]): readonly Outlook[] => {
  if (wanted.length < 2) return wanted;
  const remaining = known.get(graph) ?? remainingPaths(graph.orders);
  known.set(graph, remaining);
  const pathOf = ({ node }: Outlook) => remaining.get(node.id) ?? 0;
  return [...wanted].sort((one, two) => pathOf(two) - pathOf(one));
};
