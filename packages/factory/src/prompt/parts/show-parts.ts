import type { Steps } from "@llmch/contract";
import type { Outline } from "@llmch/languages";
import { takeBySyntax } from "./by-syntax.ts";
import { takeBeginning, takeByWords } from "./by-words.ts";
import { openPage } from "./page.ts";
import type { Terms } from "./terms.ts";

/** What to show of a file, and how much at most. */
export interface PartsWanted {
  readonly terms: Terms;
  /** Lines that somebody named, from 1: they come first. */
  readonly named: readonly number[];
  /** Most bytes of what is shown, notes about what is not included. */
  readonly most: number;
  /** Lines that are shown elsewhere, from 0. */
  readonly shown?: ReadonlySet<number>;
  /** What the text defines; null if no parser tells. */
  readonly outline: Outline | null;
  /** Whether what nothing speaks of is shown too, if there is room. */
  readonly isFilled: boolean;
}

export interface ShownParts {
  /** Every line after its number and `|`; a note replaces the lines left out. Empty if nothing is shown. */
  readonly text: string;
  /** Lines that are shown, from 0. */
  readonly lines: ReadonlySet<number>;
  /** Lines that the file has. */
  readonly count: number;
}

/**
 * The parts of a text that matter, within a bound: whole definitions if a parser tells them, else lines with some around them. The
 * same arguments give the same parts.
 */
export function* showParts(text: string, wanted: PartsWanted): Steps<ShownParts> {
  const { terms, named, most, shown = new Set(), outline } = wanted;
  const isFirst = shown.size === 0;
  const page = yield* openPage(text, most - NOTE_BYTES, terms, shown);
  if (outline !== null) yield* takeBySyntax(page, outline, { ...wanted, isFirst });
  else {
    yield* takeByWords(page, terms, named);
    if (isFirst) takeBeginning(page, page.lines.size === 0 && named.length === 0);
  }
  return { text: page.render(), lines: page.lines, count: page.all.length };
}

/** Room for the note at the end. */
const NOTE_BYTES = 60;

/** The note beside the path of a file that is shown by parts. */
export const partsCaption = ({ count }: ShownParts): string =>
  `parts of its ${count} lines; "NUMBER|" before a line is not in the file`;
