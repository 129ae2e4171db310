import type { Measure } from "../console/measure.ts";
import { wrapped } from "../show/page.ts";

/** Spaces between two columns. */
export const GAP = 2;

/** A table's row as lines: text that does not fit is wrapped within its column; nothing is cut. */
export const rowsOf = (cells: readonly string[], widths: readonly number[], measure: Measure): readonly string[] => {
  const columns = cells.map((cell, column) => wrapped(cell, widths[column] ?? 0, measure));
  const height = Math.max(...columns.map(({ length }) => length));
  const last = columns.length - 1;
  return Array.from({ length: height }, (_, at) =>
    columns
      .map((lines, column) =>
        column === last ? (lines[at] ?? "") : padded(lines[at] ?? "", widths[column] ?? 0, measure),
      )
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
};

const padded = (cell: string, width: number, measure: Measure): string =>
  cell + " ".repeat(Math.max(0, width - measure.width(cell)));

/** Wide enough for most tables, if no terminal reports its width. */
const USUAL_WIDTH = 100;
const NARROWEST = 40;

/** The most columns of a table on this stream. */
export const tableWidth = ({
  isTTY = false,
  columns = USUAL_WIDTH,
}: {
  readonly isTTY?: boolean;
  readonly columns?: number;
}): number => (isTTY ? Math.max(NARROWEST, columns) : USUAL_WIDTH);
