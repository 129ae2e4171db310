import type { PlannedOrder } from "@llmch/app";
import { printable } from "@llmch/text";
import type { Page } from "../show/page.ts";
import { GAP, rowsOf } from "./table-rows.ts";

const HEAD = ["ORDER", "TITLE", "FILES", "AFTER"] as const;
const NARROWEST = 16;
/** Titles and files share the remaining width. */
const TITLES_SHARE = 0.45;

/** The orders as a table. Text that does not fit is wrapped within its column; nothing is cut. */
export const ordersTable = (
  orders: readonly PlannedOrder[],
  { colors, width, measure }: Pick<Page, "colors" | "width" | "measure">,
): readonly string[] => {
  const rows: (readonly string[])[] = [];
  let widest: readonly number[] = HEAD.map(measure.width);
  // A path is never broken.
  let longest = 0;
  for (const order of orders) {
    const row = rowOf(order);
    rows.push(row);
    widest = widest.map((most, column) => Math.max(most, measure.width(row[column] ?? "")));
    for (const word of row[2]?.split(" ") ?? []) longest = Math.max(longest, measure.width(word));
  }
  const widths = columnWidths(widest, longest, width);
  const lines = [...rowsOf(HEAD, widths, measure).map(colors.dim)];
  for (const row of rows) lines.push(...rowsOf(row, widths, measure));
  return lines;
};

const rowOf = ({ id, title, files, after }: PlannedOrder): readonly string[] =>
  [id, title, files.join(", ") || "-", after.join(", ") || "-"].map(printable);

const columnWidths = (
  [ids = 0, titles = 0, files = 0, after = 0]: readonly number[],
  longest: number,
  width: number,
): readonly number[] => {
  const room = Math.max(2 * NARROWEST, width - ids - Math.min(after, NARROWEST) - GAP * 3);
  const share = Math.min(Math.floor(room * TITLES_SHARE), room - longest);
  const ownTitles = Math.min(titles, Math.max(NARROWEST, share, room - files));
  return [ids, ownTitles, Math.min(files, room - ownTitles), Math.min(after, NARROWEST)];
};
