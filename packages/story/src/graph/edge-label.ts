import type { OrderEdge } from "@llmch/contract";

const FILES_NAMED = 3;

/** The files of an edge for a picture: the first few, and how many more; `depends_on` if there is nothing but the order's word. */
export const edgeFiles = ({ needs, writes }: OrderEdge): string => {
  const files = [...new Set([...needs, ...writes])];
  if (files.length === 0) return "depends_on";
  const more = files.length - FILES_NAMED;
  return [...files.slice(0, FILES_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
};

/** True if the later order only writes what the earlier one wrote, and is not shown it. */
export const isRewriteOnly = ({ needs, said }: OrderEdge): boolean => needs.length === 0 && said !== true;

export const edgeInWords = (edge: OrderEdge): string => {
  const { from, to, needs, writes } = edge;
  if (needs.length + writes.length === 0) return `${to} depends on ${from}`;
  return `${to} ${isRewriteOnly(edge) ? "rewrites" : "needs"} ${edgeFiles(edge)} of ${from}`;
};

/** The edges that lead to each order, by its id. */
export const edgesByEnd = (edges: readonly OrderEdge[]): ReadonlyMap<string, readonly OrderEdge[]> => {
  const found = new Map<string, OrderEdge[]>();
  for (const edge of edges) {
    const others = found.get(edge.to);
    if (others === undefined) found.set(edge.to, [edge]);
    else others.push(edge);
  }
  return found;
};
