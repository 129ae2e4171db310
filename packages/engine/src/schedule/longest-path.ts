import { remainingPaths } from "@llmch/contract";
import type { Outlook } from "./predict.ts";
import type { OrderGraph } from "./standing.ts";

/** The longest remaining path first, then plan order. */
export const byLongestPath = (graph: OrderGraph, wanted: readonly Outlook[]): readonly Outlook[] => {
  if (wanted.length < 2) return wanted;
  const remaining = remainingPaths(graph.orders);
  const pathOf = ({ node }: Outlook) => remaining.get(node.id) ?? 0;
  return [...wanted].sort((one, two) => pathOf(two) - pathOf(one));
};
