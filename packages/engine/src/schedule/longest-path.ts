import type { Outlook } from "./predict.ts";
import type { OrderGraph } from "./standing.ts";

/** The longest remaining path first, then plan order. */
export const byLongestPath = (graph: OrderGraph, wanted: readonly Outlook[]): readonly Outlook[] => {
  if (wanted.length < 2) return wanted;
  const remaining = remainingPaths(graph);
  const pathOf = ({ node }: Outlook) => remaining.get(node.id) ?? 0;
  return [...wanted].sort((one, two) => pathOf(two) - pathOf(one));
};

/** How many orders stand on the longest path from each to the end. */
const remainingPaths = ({ orders }: OrderGraph): ReadonlyMap<string, number> => {
  const longest = new Map(orders.map(({ id }) => [id, 1]));
  for (const { id, after } of [...orders].reverse()) {
    const own = longest.get(id) ?? 1;
    for (const before of after) longest.set(before, Math.max(longest.get(before) ?? 1, own + 1));
  }
  return longest;
};
