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
