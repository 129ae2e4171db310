import { counted, type OrderGraph, onOneLine } from "@llmch/contract";
import { edgesByEnd } from "./edge-label.ts";

/** The graph as lines for a terminal: each order, and below it the orders that it rests on, with the reason. */
export const graphText = (graph: OrderGraph): readonly string[] => {
  const { orders, edges } = shown(graph);
  const width = orders.reduce((most, { id }) => Math.max(most, id.length), 0);
  const edgesTo = edgesByEnd(edges);
  const lines = orders.flatMap(({ id, title }) => {
    const reasons = (edgesTo.get(id) ?? []).flatMap(({ from, needs, writes, said }) => [
      ...(said === true ? [`${from.padEnd(width)}  depends on it`] : []),
      ...reason(from.padEnd(width), "needs", needs),
      ...reason(from.padEnd(width), "rewrites", writes),
    ]);
    const branch = (index: number) => (index === reasons.length - 1 ? "└" : "├");
    return [
      `${id.padEnd(width)}  ${title}`.trimEnd(),
      ...reasons.map((words, index) => `${" ".repeat(width)}  ${branch(index)} ${words}`),
    ];
  });
  return [
    ...lines,
    "",
    `${counted(orders.length, "order")}, ${counted(edges.length, "edge")}, longest chain ${chain({ orders, edges })}`,
  ];
};

/** The same graph, with each id and title on one line. */
const shown = ({ orders, edges }: OrderGraph): OrderGraph => ({
  orders: orders.map(({ id, title }) => ({ id: onOneLine(id), title: onOneLine(title) })),
  edges: edges.map((edge) => ({ ...edge, from: onOneLine(edge.from), to: onOneLine(edge.to) })),
});

const reason = (from: string, verb: string, files: readonly string[]): readonly string[] =>
  files.length === 0 ? [] : [`${from}  ${verb} ${files.map(onOneLine).join(", ")}`];

/** How many orders must follow one another, even if others run in parallel. */
const chain = ({ orders, edges }: OrderGraph): number => {
  const edgesTo = edgesByEnd(edges);
  const length = new Map<string, number>();
  let longest = 0;
  for (const { id } of orders) {
    const own = 1 + (edgesTo.get(id) ?? []).reduce((most, { from }) => Math.max(most, length.get(from) ?? 0), 0);
    length.set(id, own);
    longest = Math.max(longest, own);
  }
  return longest;
};
