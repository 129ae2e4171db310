import type { OrderEdge } from "@llmch/contract";

const FILES_NAMED = 3;

/** The files of an edge for a picture: the first few and how many more, or else the reason for it, such as `depends_on`. */
export const edgeFiles = ({ needs, writes, by }: OrderEdge): string => {
  const files = [...new Set([...needs, ...writes])];
  if (files.length === 0) return by ?? "depends_on";
  const more = files.length - FILES_NAMED;
  return [...files.slice(0, FILES_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
};

/** True if the later order only writes what the earlier one wrote, without seeing it. */
export const isRewriteOnly = ({ needs, said, by }: OrderEdge): boolean =>
  needs.length === 0 && said !== true && by === undefined;

/** The reason for an edge besides its files, in words; null if its files are the reason. */
export const besidesFiles = ({ said, by }: OrderEdge): string | null => {
  if (by !== undefined) return by === "command" ? "a command names what it writes" : "all later orders rest on it";
  return said === true ? "depends on it" : null;
};

export const edgeInWords = (edge: OrderEdge): string => {
  const { from, to, needs, writes } = edge;
  if (needs.length + writes.length === 0)
    return edge.by === "command"
      ? `a command of ${to} names what ${from} writes`
      : edge.by === "repo"
        ? `${from} comes before all later orders`
        : `${to} depends on ${from}`;
  return `${to} ${isRewriteOnly(edge) ? "rewrites" : "needs"} ${edgeFiles(edge)} of ${from}`;
};
