import type { OrderGraph } from "@llmch/contract";
import { onOneLine } from "@llmch/text";
import { edgeFiles, isRewriteOnly } from "./edge-label.ts";
import { longestChain } from "./longest-chain.ts";

/** The graph as a Mermaid flowchart. An edge is dotted if an order only rewrites what an earlier one wrote; the longest chain is bold. */
export const graphMermaid = ({ orders, edges }: OrderGraph): string => {
  const name = new Map(orders.map(({ id }, index) => [id, `o${index + 1}`]));
  const nodes = orders.map(({ id, title }) => `  ${name.get(id)}["${quoted(id)}<br>${quoted(title)}"]`);
  const arrows = edges.map((edge) => {
    const arrow = isRewriteOnly(edge) ? "-.->" : "-->";
    return `  ${name.get(edge.from)} ${arrow}|"${quoted(edgeFiles(edge))}"| ${name.get(edge.to)}`;
  });
  const chain = longestChain({ orders, edges });
  const boxes = orders.filter(({ id }) => chain.holds(id)).map(({ id }) => name.get(id));
  const links = edges.flatMap((edge, index) => (chain.leads(edge) ? [index] : []));
  const bold =
    links.length === 0
      ? []
      : [
          "  classDef longest stroke-width:3px",
          `  class ${boxes.join(",")} longest`,
          `  linkStyle ${links.join(",")} stroke-width:3px`,
        ];
  return ["flowchart TD", ...nodes, ...arrows, ...bold, ""].join("\n");
};

/** Mermaid's own entities replace characters that would end a text or be taken for markup. */
const quoted = (text: string): string =>
  onOneLine(text).replace(/[^\p{L}\p{N}\p{M} .,:/+*=!?()'_-]/gu, (sign) => `#${sign.codePointAt(0)};`);
