import type { LineRange, Outline } from "@llmch/languages";
import { takeAround } from "./by-words.ts";
import type { Page } from "./page.ts";
import { lineScores, relevantLines } from "./relevant-lines.ts";
import type { Terms } from "./terms.ts";
import { type Unit, wantedUnits } from "./wanted-units.ts";

export interface SyntaxWanted {
  readonly terms: Terms;
  readonly named: readonly number[];
  readonly isFilled: boolean;
  /** False if parts of the file, including imports and signatures, are shown elsewhere. */
  readonly isFirst: boolean;
}

/** Shares of the room. */
const OF_IMPORTS = 0.1;
const OF_SIGNATURES = 0.25;

/**
 * Shows whole definitions while there is room: those with named lines, those that the terms name, the types that contain them with
 * their constructors, and their callers and callees. Then other definitions, by how many of the terms they contain. Of the rest,
 * one signature line each. Between definitions, lines that contain the terms.
 */
export const takeBySyntax = (page: Page, outline: Outline, { terms, named, isFilled, isFirst }: SyntaxWanted): void => {
  const room = page.left();
  const scores = lineScores(page.all, terms);
  const { units, first, near, related, others } = wantedUnits(page.all, outline, terms, scores);
  if (isFirst) takeWithin(page, outline.imports, room * OF_IMPORTS);
  for (const line of named.map((number) => number - 1)) {
    const around = units.filter(({ first, last }) => first <= line && line <= last).at(-1);
    if (around === undefined || !page.take(around)) takeAround(page, line);
  }
  for (const unit of first) if (!page.take(unit)) takePartly(page, unit, scores);
  for (const unit of near) page.take(unit);
  if (isFirst) takeSignatures(page, outline, room * OF_SIGNATURES);
  for (const unit of related) page.take(unit);
  for (const { unit, score } of others) if (score > 0) page.take(unit);
  for (const index of relevantLines(scores)) if (!page.lines.has(index)) takeAround(page, index);
  if (isFilled && isFirst) for (const { unit } of others) page.take(unit);
};

const takeWithin = (page: Page, ranges: readonly LineRange[], most: number): void => {
  const end = page.left() - most;
  for (const range of ranges) if (page.left() > end) page.take(range);
};

const takeSignatures = (page: Page, { definitions }: Outline, most: number): void => {
  const end = page.left() - most;
  // Signatures of types and of top-level definitions tell the most.
  const sorted = [...definitions].sort((a, b) => depthOf(a) - depthOf(b) || a.line - b.line);
  for (const { line } of sorted) if (page.left() > end && !page.takeSignature(line)) return;
};

const depthOf = ({ kind, container }: Outline["definitions"][number]): number =>
  kind === "value" ? 9 : container.length + (kind === "type" ? 0 : 1);

/** Shows a unit that does not fit: its beginning, and its lines that contain the terms. */
const takePartly = (page: Page, { first, last }: Unit, scores: ReadonlyMap<number, number>): void => {
  page.take({ first, last: Math.min(first + BEGINNING, last) });
  const telling = [...scores].filter(([line]) => line >= first && line <= last);
  for (const [line] of telling.sort(([a, one], [b, other]) => other - one || a - b)) takeAround(page, line);
};

const BEGINNING = 10;
