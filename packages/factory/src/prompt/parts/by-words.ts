import type { Page } from "./page.ts";
import { lineScores, relevantLines } from "./relevant-lines.ts";
import type { Terms } from "./terms.ts";

const BEFORE = 5;
const AFTER = 15;
/** Lines at the beginning, where the imports are. */
const HEAD = 10;

/** Shows lines with their surroundings: first those that somebody named (from 1), then those that contain the terms. */
export const takeByWords = (page: Page, terms: Terms, named: readonly number[]): void => {
  const scores = lineScores(page.all, terms);
  for (const index of [...named.map((line) => line - 1), ...relevantLines(scores)]) {
    if (index < 0 || index >= page.all.length) continue;
    takeAround(page, index);
  }
};

/** Shows a line with its surroundings, fewer if room is short. */
export const takeAround = (page: Page, index: number): void => {
  if (!page.take({ first: index - BEFORE, last: index + AFTER })) page.take({ first: index - 1, last: index + 1 });
};

/** Shows the beginning: more of it if nothing else is known to matter, because it tells what the file is. */
export const takeBeginning = (page: Page, isBlind: boolean): void => {
  const [most, kept] = isBlind ? [page.all.length, page.left() / 2] : [HEAD, 0];
  for (let index = 0; index < most && page.left() > kept; index++) if (!page.take({ first: index, last: index })) break;
};
