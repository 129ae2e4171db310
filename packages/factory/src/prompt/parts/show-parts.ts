import type { Outline } from "@llmch/languages";
import { takeBySyntax } from "./by-syntax.ts";
import { takeBeginning, takeByWords } from "./by-words.ts";
import { openPage } from "./page.ts";
import type { Terms } from "./terms.ts";

/** What to show of a file, and how much. */
export interface PartsWanted {
  readonly terms: Terms;
  /** Lines that somebody named, from 1; they come first. */
  readonly named: readonly number[];
  /** The most bytes to show, without the notes about gaps. */
  readonly most: number;
  /** Lines that are shown elsewhere, from 0. */
  readonly shown?: ReadonlySet<number>;
  /** The definitions in the text; null if no parser knows them. */
  readonly outline: Outline | null;
  /** Whether to fill the remaining room with parts that nothing mentions. */
  readonly isFilled: boolean;
}

export interface ShownParts {
  /** Every line prefixed with its number and `|`; a note replaces each gap. Empty if nothing is shown. */
  readonly text: string;
  /** Lines that are shown, from 0. */
  readonly lines: ReadonlySet<number>;
  /** How many lines the file has. */
  readonly count: number;
}

/**
 * Shows the parts of a text that matter, up to a size limit: whole definitions if a parser knows them, otherwise lines with their
 * surroundings. Deterministic.
 */
export const showParts = (text: string, wanted: PartsWanted): ShownParts => {
  const { terms, named, most, shown = new Set(), outline } = wanted;
  const isFirst = shown.size === 0;
  const page = openPage(text, most - NOTE_BYTES, terms, shown);
  if (outline !== null) takeBySyntax(page, outline, { ...wanted, isFirst });
  else {
    takeByWords(page, terms, named);
    if (isFirst) takeBeginning(page, page.lines.size === 0 && named.length === 0);
  }
  return { text: page.render(), lines: page.lines, count: page.all.length };
};

/** Room for the note at the end. */
const NOTE_BYTES = 60;

/** The note beside the path of a file that is shown in parts. */
export const partsCaption = ({ count }: ShownParts): string =>
  `parts of its ${count} lines; "NUMBER|" before a line is not in the file`;
