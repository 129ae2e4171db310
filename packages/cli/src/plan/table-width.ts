/** Wide enough for most tables, where no terminal says how wide it is. */
const USUAL_WIDTH = 100;
const NARROWEST = 40;

/** The columns that a table may take on a stream. */
export const tableWidth = ({
  isTTY = false,
  columns = USUAL_WIDTH,
}: {
  readonly isTTY?: boolean;
  readonly columns?: number;
}): number => (isTTY ? Math.max(NARROWEST, columns) : USUAL_WIDTH);
