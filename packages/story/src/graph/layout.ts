import { Graph, layout } from "@dagrejs/dagre";
import type { OrderEdge, OrderGraph } from "@llmch/contract";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The size of every order's box. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The place of everything in a drawn graph, in pixels. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  /** By the order's id: the middle of its box. */
  readonly boxes: ReadonlyMap<string, Point>;
  readonly lines: readonly { readonly edge: OrderEdge; readonly points: readonly Point[] }[];
}

/** Lays out a graph from top to bottom, with boxes of equal size. The same graph gives the same places. */
export const layoutGraph = ({ orders, edges }: OrderGraph, box: Box): GraphLayout => {
  const graph = new Graph();
  graph.setGraph({ nodesep: 24, ranksep: 36 });
  // The layout adds its own names to those of the nodes, and an id could equal one of them.
  const names = new Map(orders.map(({ id }, index) => [id, `order ${index}`]));
  const nameOf = (id: string) => names.get(id) ?? "";
  for (const { id } of orders) graph.setNode(nameOf(id), { ...box });
  for (const { from, to } of edges) graph.setEdge(nameOf(from), nameOf(to), {});
  layout(graph);
  const corners = orders.flatMap(({ id }): Point[] => {
    const { x, y } = pointOf(graph.node(nameOf(id)));
    return [
      { x: x - box.width / 2, y: y - box.height / 2 },
      { x: x + box.width / 2, y: y + box.height / 2 },
    ];
  });
  const routes = edges.map((edge) => ({
    edge,
    points: (graph.edge(nameOf(edge.from), nameOf(edge.to)).points ?? []).map(pointOf),
  }));
  // The layout's own size does not include the space for routes beside the boxes.
  const { left, top, right, bottom } = boundsOf([...corners, ...routes.flatMap(({ points }) => points)]);
  const place = (point: Point): Point => ({ x: point.x - left + MARGIN, y: point.y - top + MARGIN });
  return {
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
    boxes: new Map(orders.map(({ id }) => [id, place(pointOf(graph.node(nameOf(id))))])),
    lines: routes.map(({ edge, points }) => ({ edge, points: points.map(place) })),
  };
};

const MARGIN = 8;

const pointOf = ({ x, y }: { readonly x?: number; readonly y?: number }): Point => ({ x: x ?? 0, y: y ?? 0 });

const boundsOf = (points: readonly Point[]) =>
  points.reduce(
    ({ left, top, right, bottom }, { x, y }) => ({
      left: Math.min(left, x),
      top: Math.min(top, y),
      right: Math.max(right, x),
      bottom: Math.max(bottom, y),
    }),
    { left: 0, top: 0, right: 0, bottom: 0 },
  );
