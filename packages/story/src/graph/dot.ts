import type { OrderGraph } from "@llmch/contract";
import { onOneLine } from "@llmch/text";
import { edgeFiles, isRewriteOnly } from "./edge-label.ts";
import { longestChain } from "./longest-chain.ts";

/** The graph for Graphviz. An edge is dashed if an order only rewrites what an earlier one wrote; the longest chain is bold. */
export const graphDot = ({ orders, edges }: OrderGraph): string => {
  const chain = longestChain({ orders, edges });
  const nodes = orders.map(
    ({ id, title }) => `  ${quoted(id)} [label=${quoted(id, title)}${chain.holds(id) ? BOLD : ""}];`,
  );
  const arrows = edges.map((edge) => {
    const style = isRewriteOnly(edge) ? ", style=dashed" : "";
    const width = chain.leads(edge) ? BOLD : "";
    return `  ${quoted(edge.from)} -> ${quoted(edge.to)} [label=${quoted(edgeFiles(edge))}${style}${width}];`;
  });
  return ["digraph plan {", "  node [shape=box];", ...nodes, ...arrows, "}", ""].join("\n");
};

const BOLD = ", penwidth=3";

/** A quoted text of one or more lines. A backslash in the text stays one backslash. */
const quoted = (...lines: readonly string[]): string =>
  `"${lines.map((line) => onOneLine(line).replace(/\\/g, "\\\\").replace(/"/g, '\\"')).join("\\n")}"`;
