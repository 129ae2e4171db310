import { edgesByEnd, type OrderEdge, type OrderGraph, waves } from "@llmch/contract";
import { restingDirectly } from "./longest-chain.ts";

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

/** What has a place in a row: an order, by its id, or a line that passes between the boxes. */
type Item = string | OrderEdge;

const BESIDE = 24;
const BELOW = 40;
const MARGIN = 8;
/** Boxes in a row; more of them go into the rows below. */
const MOST_BESIDE = 50;
/** How many rows all lines together may pass; with more of them, each goes straight to its end, behind the boxes. */
const MOST_PASSED = 5_000;

/**
 * Lays out any number of orders from top to bottom, each below all that it depends on. An edge leads from an earlier order to a later one.
 * The same graph gives the same places.
 */
export const layoutGraph = ({ orders, edges }: OrderGraph, { width, height }: Box): GraphLayout => {
  const rows: Item[][] = [];
  for (const wave of waves(restingDirectly({ orders, edges })))
    for (let at = 0; at < wave.length; at += MOST_BESIDE) rows.push(wave.slice(at, at + MOST_BESIDE));
  const rowOf = new Map(rows.flatMap((row, index) => row.map((item) => [item, index] as const)));
  const spans = edges.map((edge) => ({ edge, first: (rowOf.get(edge.from) ?? 0) + 1, end: rowOf.get(edge.to) ?? 0 }));
  const isRouted = spans.reduce((sum, { first, end }) => sum + end - first, 0) <= MOST_PASSED;
  const lanes = spans.map(({ edge, first, end }) => ({
    edge,
    passed: Array.from({ length: isRouted ? end - first : 0 }, (_, pass) => first + pass),
  }));
  for (const { edge, passed } of lanes) for (const row of passed) rows[row]?.push(edge);
  const edgesTo = edgesByEnd(edges);
  const places: ReadonlyMap<Item, number>[] = [];
  for (const row of rows) places.push(placeRow(row, places.at(-1) ?? new Map(), { edgesTo, half: width / 2 }));
  const xs = places.flatMap((row) => [...row.values()]);
  const left = xs.reduce((least, x) => Math.min(least, x), 0) - width / 2 - MARGIN;
  const at = (item: Item, row: number, down = 0): Point => ({
    x: (places[row]?.get(item) ?? 0) - left,
    y: MARGIN + row * (height + BELOW) + down,
  });
  return {
    width: xs.reduce((most, x) => Math.max(most, x), 0) + width / 2 + MARGIN - left,
    height: 2 * MARGIN + Math.max(1, rows.length) * (height + BELOW) - BELOW,
    boxes: new Map(orders.map(({ id }) => [id, at(id, rowOf.get(id) ?? 0, height / 2)])),
    lines: lanes.map(({ edge, passed }) => ({
      edge,
      points: [
        at(edge.from, rowOf.get(edge.from) ?? 0, height),
        ...passed.flatMap((row) => [at(edge, row), at(edge, row, height)]),
        at(edge.to, rowOf.get(edge.to) ?? 0),
      ],
    })),
  };
};

/** Places each item of a row as near as possible to the middle of what it comes from in the row above. */
const placeRow = (
  row: readonly Item[],
  above: ReadonlyMap<Item, number>,
  { edgesTo, half }: { readonly edgesTo: ReadonlyMap<string, readonly OrderEdge[]>; readonly half: number },
): ReadonlyMap<Item, number> => {
  const wishes = row.map((item) => {
    const from = typeof item === "string" ? (edgesTo.get(item) ?? []) : [item];
    const xs = from.flatMap((edge) => above.get(edge) ?? above.get(edge.from) ?? []);
    return { item, wish: xs.reduce((sum, x) => sum + x, 0) / Math.max(1, xs.length) };
  });
  wishes.sort((a, b) => a.wish - b.wish);
  let [free, late] = [Number.NEGATIVE_INFINITY, 0];
  const placed = wishes.map(({ item, wish }) => {
    const space = typeof item === "string" ? half : 0;
    const x = Math.max(wish, free + space);
    free = x + space + BESIDE;
    late += x - wish;
    return [item, x] as const;
  });
  return new Map(placed.map(([item, x]) => [item, x - late / row.length]));
};
