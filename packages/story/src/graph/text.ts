import { counted, type OrderGraph } from "@llmch/contract";
import { onOneLine } from "./edge-label.ts";

/** The graph as lines for a terminal: each order, and below it what it rests on and why. */
export const graphText = (graph: OrderGraph): readonly string[] => {
  const { orders, edges } = shown(graph);
  const width = Math.max(0, ...orders.map(({ id }) => id.length));
  const lines = orders.flatMap(({ id, title }) => {
    const before = edges.filter(({ to }) => to === id);
    return [
      `${id.padEnd(width)}  ${title}`.trimEnd(),
      ...before.flatMap(({ from, needs, writes }) => [
        ...reason(width, from, "needs", needs),
        ...reason(width, from, "rewrites", writes),
      ]),
    ];
  });
  return [
    ...lines,
    "",
    `${counted(orders.length, "order")}, ${counted(edges.length, "edge")}, longest chain ${chain({ orders, edges })}`,
  ];
};

/** The same graph with ids and titles that take one line each. */
const shown = ({ orders, edges }: OrderGraph): OrderGraph => ({
  orders: orders.map(({ id, title }) => ({ id: onOneLine(id), title: onOneLine(title) })),
  edges: edges.map((edge) => ({ ...edge, from: onOneLine(edge.from), to: onOneLine(edge.to) })),
});

const reason = (width: number, from: string, verb: string, files: readonly string[]): readonly string[] =>
  files.length === 0
    ? []
    : [`${" ".repeat(width)}  └ ${from.padEnd(width)}  ${verb} ${files.map(onOneLine).join(", ")}`];

/** How many orders must come one after the other, whatever else could be done beside them. */
const chain = ({ orders, edges }: OrderGraph): number => {
  const length = new Map<string, number>();
  for (const { id } of orders) {
    const before = edges.filter(({ to }) => to === id).map(({ from }) => length.get(from) ?? 0);
    length.set(id, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...length.values());
};
