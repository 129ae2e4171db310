import type { LineRange, Outline } from "@llmch/languages";
import { takeAround } from "./by-words.ts";
import type { Page } from "./page.ts";
import { lineScores, quotedPlaces } from "./relevant-lines.ts";
import type { Wanted } from "./terms.ts";
import { type Unit, wantedUnits } from "./wanted-units.ts";

/** The most that imports take. */
const IMPORT_BYTES = 1_500;
/** A longer function is shown around a line of it, unless something names it. */
const MOST_AROUND = 120;

/**
 * Shows whole definitions with the lines of what encloses them, while there is room: those with named lines, those that the terms
 * name, those with lines that the terms quote, and lists that a new name belongs to. Then, within `besides`, imports, and other
 * definitions that matter.
 */
export const takeBySyntax = (
  page: Page,
  outline: Outline,
  { terms, named, read = [], besides }: Wanted,
  isFirst: boolean,
): void => {
  const scores = lineScores(page.all, terms);
  const { units, first, others } = wantedUnits(page.all, outline, terms, scores);
  const takeAt = (range: LineRange) => {
    const around = units.findLast((unit) => unit.first <= range.first && range.last <= unit.last);
    if (around !== undefined && around.last - around.first <= MOST_AROUND) takeWhole(page, around, units);
    else takeAround(page, range);
  };
  for (const number of named) takeAt({ first: number - 1, last: number - 1 });
  for (const range of read) takeWhole(page, range, units);
  for (const unit of first) if (!takeWhole(page, unit, units)) takePartly(page, unit, scores);
  for (const place of quotedPlaces(page.all, terms)) takeAt(place);
  page.narrow(besides);
  // One inside of something says little without it.
  const imports = outline.imports.filter((range) => !/^\s/.test(page.all[range.first] ?? ""));
  if (isFirst) takeWithin(page, imports, Math.min(IMPORT_BYTES, page.left() / 4));
  for (const unit of others) takeWhole(page, unit, units);
  // What is new is often put behind the last.
  const [last] = first.length + others.length + named.length === 0 ? units.slice(-1) : [];
  if (isFirst && last !== undefined) takeWhole(page, last, units);
};

/** Shows lines, and the line of each definition around it. */
const takeWhole = (page: Page, { first, last }: LineRange, units: readonly Unit[]): boolean => {
  if (!page.take({ first, last })) return false;
  for (const { definition } of units) {
    if (definition.first <= first && last <= definition.last)
      page.take({ first: definition.line, last: definition.line });
  }
  return true;
};

const takeWithin = (page: Page, ranges: readonly LineRange[], most: number): void => {
  const end = page.left() - most;
  for (const range of ranges) if (page.left() > end) page.take(range);
};

/** Shows a unit that does not fit: its beginning, and its lines that contain the terms. */
const takePartly = (page: Page, { first, last }: Unit, scores: ReadonlyMap<number, number>): void => {
  page.take({ first, last: Math.min(first + BEGINNING, last) });
  const telling = [...scores].filter(([line]) => line >= first && line <= last);
  for (const [line] of telling.sort(([a, one], [b, other]) => other - one || a - b))
    takeAround(page, { first: line, last: line });
};

const BEGINNING = 10;
