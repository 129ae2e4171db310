import { type OrderGraph, waves } from "@llmch/contract";
import type { Box, GraphLayout, Point } from "./layout.ts";
import { restingDirectly } from "./longest-chain.ts";

const BESIDE = 24;
const BELOW = 48;
const MARGIN = 8;
/** Boxes in a row; more of them go into the rows below. */
const MOST_BESIDE = 50;

/**
 * Lays out any number of orders in linear time: each below all that it depends on, with straight lines between them. An edge
 * leads from an earlier order to a later one.
 */
export const plainLayout = ({ orders, edges }: OrderGraph, box: Box): GraphLayout => {
  const levels = waves(restingDirectly({ orders, edges }));
  const rows: string[][] = [];
  for (const level of levels)
    for (let at = 0; at < level.length; at += MOST_BESIDE) rows.push(level.slice(at, at + MOST_BESIDE));
  const place = (column: number, row: number): Point => ({
    x: MARGIN + box.width / 2 + column * (box.width + BESIDE),
    y: MARGIN + box.height / 2 + row * (box.height + BELOW),
  });
  const boxes = new Map(rows.flatMap((row, y) => row.map((id, x) => [id, place(x, y)] as const)));
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 1);
  return {
    width: 2 * MARGIN + widest * box.width + (widest - 1) * BESIDE,
    height: 2 * MARGIN + Math.max(1, rows.length) * box.height + Math.max(0, rows.length - 1) * BELOW,
    boxes,
    lines: edges.flatMap((edge) => {
      const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)];
      if (from === undefined || to === undefined) return [];
      const points = [
        { x: from.x, y: from.y + box.height / 2 },
        { x: to.x, y: to.y - box.height / 2 },
      ];
      return [{ edge, points }];
    }),
  };
};
