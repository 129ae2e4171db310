import type { LineRange } from "@llmch/languages";
import type { Page } from "./page.ts";
import { lineScores, quotedPlaces, relevantLines } from "./relevant-lines.ts";
import { ofCode, type Wanted } from "./terms.ts";

const BEFORE = 5;
const AFTER = 15;
/** Lines at the beginning, where the imports are. */
const HEAD = 10;
/** A line that says nothing without the one before it. */
const CONTINUES = /^\s*(?:(?:else|elif|elsif|except|finally|catch|rescue|ensure|end)\b|[)\]}])/;

/**
 * Shows lines with their surroundings: first those that somebody named (from 1), then those that contain code or quotes of the terms.
 * Within `besides`, if there are none, those that contain other words; and the beginning.
 */
export const takeByWords = (page: Page, { terms, named, read = [], besides }: Wanted, isFirst: boolean): void => {
  const takeLines = (indexes: readonly number[]) => {
    for (const index of indexes)
      if (index >= 0 && index < page.all.length) takeAround(page, { first: index, last: index });
  };
  takeLines(named.map((line) => line - 1));
  for (const range of read) page.take(range);
  takeLines(relevantLines(lineScores(page.all, ofCode(terms))));
  for (const place of quotedPlaces(page.all, terms)) takeAround(page, place);
  page.narrow(besides);
  if (page.lines.size === 0) takeLines(relevantLines(lineScores(page.all, terms)));
  if (isFirst) takeBeginning(page, page.lines.size === 0 && named.length === 0);
};

/** Shows lines with their surroundings, from a line that says something alone. */
export const takeAround = (page: Page, { first, last }: LineRange): void => {
  let start = Math.max(0, first - BEFORE);
  while (start > 0 && CONTINUES.test(page.all[start] ?? "")) start--;
  page.take({ first: start, last: last + AFTER });
};

/** Shows the beginning: more of it if nothing else is known to matter, because it tells what the file is. */
const takeBeginning = (page: Page, isBlind: boolean): void => {
  const [most, kept] = isBlind ? [page.all.length, page.left() / 2] : [HEAD, 0];
  for (let index = 0; index < most && page.left() > kept; index++) if (!page.take({ first: index, last: index })) break;
};
