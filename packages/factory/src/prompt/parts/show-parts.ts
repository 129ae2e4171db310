import type { Outline } from "@llmch/languages";
import { takeBySyntax } from "./by-syntax.ts";
import { takeByWords } from "./by-words.ts";
import { openPage } from "./page.ts";
import type { Wanted } from "./terms.ts";

/** What to show of a file, and how much. */
export interface PartsWanted extends Omit<Wanted, "besides">, Partial<Pick<Wanted, "besides">> {
  /** The most bytes to show. */
  readonly most: number;
  /** Lines that are shown elsewhere, from 0. */
  readonly shown?: ReadonlySet<number>;
  /** The definitions in the text; null if no parser knows them. */
  readonly outline: Outline | null;
}

export interface ShownParts {
  /** Every line prefixed with its number and `|`; a note replaces each gap. Empty if nothing is shown. */
  readonly text: string;
  /** Lines that are shown, from 0. */
  readonly lines: ReadonlySet<number>;
  /** How many lines the file has. */
  readonly count: number;
}

/** What is shown at most of what nothing names, and of the names of what is not shown. */
const BESIDES_BYTES = 4_000;
const OUTLINE_BYTES = 2_000;
/** Room for the note at the end. */
const NOTE_BYTES = 60;

/**
 * Shows the parts of a text that matter, up to a size limit: whole definitions if a parser knows them, otherwise lines with their
 * surroundings. A note replaces each gap and names what is defined there. Deterministic.
 */
export const showParts = (text: string, wanted: PartsWanted): ShownParts => {
  const { terms, most, besides = BESIDES_BYTES, shown = new Set(), outline } = wanted;
  const isFirst = shown.size === 0;
  const forNames = outline === null || !isFirst ? 0 : Math.min(OUTLINE_BYTES, most / 4);
  const page = openPage(text, most - NOTE_BYTES - forNames, terms, shown);
  if (outline !== null) takeBySyntax(page, outline, { ...wanted, besides }, isFirst);
  else takeByWords(page, { ...wanted, besides }, isFirst);
  return { text: page.render(outline?.definitions ?? [], forNames), lines: page.lines, count: page.all.length };
};

/** The note beside the path of a file that is shown in parts. */
export const partsCaption = ({ count }: ShownParts): string =>
  `parts of its ${count} lines; "NUMBER|" before a line is not in the file`;
