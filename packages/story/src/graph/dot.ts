import { type OrderGraph, onOneLine } from "@llmch/contract";
import { edgeFiles, isRewriteOnly } from "./edge-label.ts";

/** The graph for Graphviz. An edge is dashed if an order only rewrites what an earlier one wrote. */
export const graphDot = ({ orders, edges }: OrderGraph): string => {
  const nodes = orders.map(({ id, title }) => `  ${quoted(id)} [label=${quoted(id, title)}];`);
  const arrows = edges.map((edge) => {
    const style = isRewriteOnly(edge) ? ", style=dashed" : "";
    return `  ${quoted(edge.from)} -> ${quoted(edge.to)} [label=${quoted(edgeFiles(edge))}${style}];`;
  });
  return ["digraph plan {", "  node [shape=box];", ...nodes, ...arrows, "}", ""].join("\n");
};

/** A quoted text of one or more lines. A backslash in the text stays one backslash. */
const quoted = (...lines: readonly string[]): string =>
  `"${lines.map((line) => onOneLine(line).replace(/\\/g, "\\\\").replace(/"/g, '\\"')).join("\\n")}"`;
