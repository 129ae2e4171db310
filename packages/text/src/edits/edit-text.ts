import { type Result, rejected } from "../result.ts";
import { lineAt, linesAt, splitsLineEnd, takesCrlf, withCrlf } from "./line-ends.ts";
import { occurrences } from "./occurrences.ts";

/** Each edit is searched for in the whole file. */
export const MAX_EDITS = 500;

/** One change to a text: something that occurs in it exactly once, and its replacement. */
export interface Edit {
  readonly find: string;
  readonly replace: string;
}

/** Why an edit cannot be applied. Edits count from 0, lines from 1. */
export type EditFault =
  | { readonly kind: "not-found"; readonly edit: number }
  /** The `find` is ambiguous. `lines` are those of the first places. */
  | { readonly kind: "repeated"; readonly edit: number; readonly lines: readonly number[]; readonly isMore: boolean }
  | { readonly kind: "overlap"; readonly edit: number; readonly other: number; readonly line: number };

interface Place {
  readonly edit: number;
  readonly start: number;
  readonly end: number;
}

/** How many places of a repeated text are reported. */
const MOST_PLACES = 10;

/**
 * Applies all edits, or says what is wrong with each edit that cannot be applied (contract §5). Every `find` is searched for in the
 * original text, so the sequence of the edits does not matter. It must occur there once.
 *
 * A `find` must match exactly, with one exception: its `\n` also matches `\r\n`, if all of them do, because models write no `\r`. No match
 * begins or ends within a line ending. The replacement takes the line endings of the replaced text.
 */
export const editText = (text: string, edits: readonly Edit[]): Result<string, EditFault> => {
  const places: Place[] = [];
  const faults: EditFault[] = [];
  for (const [edit, { find }] of edits.entries()) {
    const found = placesOf(text, find);
    const [only] = found;
    if (only === undefined) faults.push({ kind: "not-found", edit });
    else if (found.length > 1) {
      const starts = found.slice(0, MOST_PLACES).map(({ start }) => start);
      const lines = linesAt(text, starts);
      faults.push({ kind: "repeated", edit, lines, isMore: found.length > MOST_PLACES });
    } else places.push({ edit, ...only });
  }
  places.sort((a, b) => a.start - b.start || a.edit - b.edit);
  let furthest: Place | null = null;
  for (const place of places) {
    const { edit, start, end } = place;
    if (furthest !== null && start < furthest.end) {
      faults.push({ kind: "overlap", edit, other: furthest.edit, line: lineAt(text, start) });
    }
    if (furthest === null || end > furthest.end) furthest = place;
  }
  const [first, ...rest] = faults.sort((a, b) => a.edit - b.edit);
  return first === undefined ? { ok: true, value: replaceAll(text, places, edits) } : rejected(first, ...rest);
};

/** The places of a `find`, with either kind of line ending. */
const placesOf = (text: string, find: string): readonly Omit<Place, "edit">[] => {
  const places: Omit<Place, "edit">[] = [];
  for (const form of new Set([find, withCrlf(find)])) {
    const isWhole = (start: number) => !splitsLineEnd(text, start) && !splitsLineEnd(text, start + form.length);
    const starts = occurrences(text, form, MOST_PLACES + 1, isWhole);
    places.push(...starts.map((start) => ({ start, end: start + form.length })));
  }
  return places.sort((a, b) => a.start - b.start);
};

const replaceAll = (text: string, places: readonly Place[], edits: readonly Edit[]): string => {
  const pieces: string[] = [];
  let done = 0;
  for (const { edit, start, end } of places) {
    const replace = edits[edit]?.replace ?? "";
    pieces.push(text.slice(done, start), takesCrlf(text, start, end) ? withCrlf(replace) : replace);
    done = end;
  }
  return [...pieces, text.slice(done)].join("");
};
