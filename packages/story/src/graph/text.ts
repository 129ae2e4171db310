import { edgesByEnd, type OrderGraph } from "@llmch/contract";
import { counted, onOneLine } from "@llmch/text";
import { besidesFiles } from "./edge-label.ts";
import { longestChain } from "./longest-chain.ts";

/**
 * The graph as lines for a terminal: each order, and below it the orders that it depends on, with the reason. Orders of the
 * longest chain have a star.
 */
export const graphText = (graph: OrderGraph): readonly string[] => {
  const { orders, edges } = shown(graph);
  const width = orders.reduce((most, { id }) => Math.max(most, id.length), 0);
  const edgesTo = edgesByEnd(edges);
  const chain = longestChain({ orders, edges });
  const lines = orders.flatMap(({ id, title }) => {
    const reasons = (edgesTo.get(id) ?? []).flatMap((edge) => {
      const from = edge.from.padEnd(width);
      const besides = besidesFiles(edge);
      return [
        ...(besides === null ? [] : [`${from}  ${besides}`]),
        ...reason(from, "needs", edge.needs),
        ...reason(from, "rewrites", edge.writes),
      ];
    });
    const branch = (index: number) => (index === reasons.length - 1 ? "└" : "├");
    return [
      `${id.padEnd(width)}${chain.holds(id) ? "*" : " "} ${title}`.trimEnd(),
      ...reasons.map((words, index) => `${" ".repeat(width)}  ${branch(index)} ${words}`),
    ];
  });
  return [
    ...lines,
    "",
    `${counted(orders.length, "order")}, ${counted(edges.length, "edge")}, longest chain ${chain.ids.length}${chain.ids.length > 1 ? " (*)" : ""}`,
  ];
};

/** The same graph, with each id and title on one line. */
const shown = ({ orders, edges }: OrderGraph): OrderGraph => ({
  orders: orders.map(({ id, title }) => ({ id: onOneLine(id), title: onOneLine(title) })),
  edges: edges.map((edge) => ({ ...edge, from: onOneLine(edge.from), to: onOneLine(edge.to) })),
});

const reason = (from: string, verb: string, files: readonly string[]): readonly string[] =>
  files.length === 0 ? [] : [`${from}  ${verb} ${files.map(onOneLine).join(", ")}`];
