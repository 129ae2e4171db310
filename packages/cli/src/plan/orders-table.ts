import { isJsonObject, type JsonObject, type JsonValue, member, orderGraph, printable } from "@llmch/contract";
import type { Page } from "../show/page.ts";
import { rowsOf } from "./table-rows.ts";

/** An order of a plan, as a person looks it through before it is carried out. */
export interface PlannedOrder {
  readonly id: string;
  readonly title: string;
  /** What it may write. */
  readonly files: readonly string[];
  /** The orders that it rests on. */
  readonly after: readonly string[];
}

/** The orders of a plan with what each rests on; those that are no objects are left out. */
export const plannedOrders = (documents: readonly JsonValue[]): readonly PlannedOrder[] => {
  const orders = documents.filter(isJsonObject);
  const { edges } = orderGraph(orders);
  return orders.map((order) => {
    const id = textIn(order, "id");
    const after = new Set(edges.flatMap(({ from, to }) => (to === id ? [from] : [])));
    return { id, title: textIn(order, "title"), files: textsIn(order, "allowed_files"), after: [...after].sort() };
  });
};

const HEAD = ["ORDER", "TITLE", "FILES", "RESTS ON"] as const;
const GAP = 2;
const NARROWEST = 16;
/** What is left of the width is shared by the titles and the files. */
const TITLES_SHARE = 0.45;

/** The orders as a table. What does not fit is wrapped within its column; nothing is cut. */
export const ordersTable = (
  orders: readonly PlannedOrder[],
  { colors, width, measure }: Pick<Page, "colors" | "width" | "measure">,
): readonly string[] => {
  const rows = orders.map(({ id, title, files, after }) =>
    [id, title, files.join(", ") || "-", after.join(", ") || "-"].map(printable),
  );
  const widest = HEAD.map((name, column) =>
    Math.max(...[HEAD, ...rows].map((row) => measure.width(row[column] ?? name))),
  );
  const [ids = 0, titles = 0, files = 0, after = 0] = widest;
  const room = Math.max(2 * NARROWEST, width - ids - Math.min(after, NARROWEST) - GAP * 3);
  // A path is never broken.
  const longest = Math.max(...rows.flatMap(([, , paths = ""]) => paths.split(" ").map(measure.width)));
  const share = Math.min(Math.floor(room * TITLES_SHARE), room - longest);
  const ownTitles = Math.min(titles, Math.max(NARROWEST, share, room - files));
  const widths = [ids, ownTitles, Math.min(files, room - ownTitles), Math.min(after, NARROWEST)];
  const linesOf = (row: readonly string[]) => rowsOf(row, widths, GAP, measure);
  return [...linesOf(HEAD).map(colors.dim), ...rows.flatMap(linesOf)];
};

const textIn = (order: JsonObject, key: string): string => {
  const value = member(order, key);
  return typeof value === "string" ? value : "";
};

/** The texts of a list. */
export const textsIn = (document: JsonObject, key: string): readonly string[] => {
  const value = member(document, key);
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
};
