import { edgesByEnd, type OrderEdge, type OrderGraph } from "@llmch/contract";

/** The edges that no path over other orders implies (the transitive reduction). Edges lead from earlier to later orders. */
export const essentialEdges = ({ orders, edges }: OrderGraph): readonly OrderEdge[] => {
  const position = new Map(orders.map(({ id }, index) => [id, index]));
  const at = (id: string) => position.get(id) ?? -1;
  const edgesTo = edgesByEnd(edges);
  const reached = new Map<string, Set<string>>();
  return orders.flatMap(({ id }) => {
    const implied = new Set<string>();
    // The nearest order comes first: it implies the orders that it depends on, so later edges to those are dropped.
    const before = [...(edgesTo.get(id) ?? [])].sort((a, b) => at(b.from) - at(a.from));
    const essential = before.filter(({ from }) => {
      const isNew = !implied.has(from);
      implied.add(from);
      for (const earlier of reached.get(from) ?? []) implied.add(earlier);
      return isNew;
    });
    reached.set(id, implied);
    return essential.reverse();
  });
};
