import type { LineRange } from "@llmch/languages";
import { firstCharacters, utf8Length } from "@llmch/text";
import { type Terms, WORD } from "./terms.ts";

/** A file of which some lines are shown, up to a size limit. */
export interface Page {
  /** The file's lines, without line endings. */
  readonly all: readonly string[];
  /** Lines that are shown, from 0. */
  readonly lines: ReadonlySet<number>;
  /** How much more may be shown, in bytes. */
  left(): number;
  /** Shows a range of lines, or none of it if it does not fit. Lines already shown cost nothing. */
  take(range: LineRange): boolean;
  /** Shows the first line of a definition's signature. */
  takeSignature(line: number): boolean;
  /** The lines, each prefixed with its number and `|`; a note replaces each gap. Empty if nothing is shown. */
  render(): string;
}

const MAX_LINE = 400;
/** Only this much of a line is searched for terms. */
const MOST_SEARCHED = 200_000;
/** Between signatures, the line numbers say enough. */
const SHORT_NOTE = "…\n";

/**
 * @param most how many bytes may be shown
 * @param shown lines that are shown elsewhere
 */
export const openPage = (text: string, most: number, terms: Terms, shown: ReadonlySet<number>): Page => {
  const all = linesOf(text);
  if (all.at(-1) === "") all.pop();
  const width = String(all.length).length;
  const numbered = (index: number) => `${String(index + 1).padStart(width)}|${clipped(all[index] ?? "", terms)}\n`;
  const longNote = (first: number, last: number) => `… lines ${first}-${last} are not shown …\n`;
  const noteBytes = utf8Length(longNote(all.length, all.length));
  const lines = new Set<number>();
  const signatures = new Set<number>();
  let left = most;
  const add = (indexes: readonly number[], note: number): boolean => {
    const cost = indexes.reduce((sum, index) => sum + utf8Length(numbered(index)), note);
    if (indexes.length > 0 && cost > left) return false;
    if (indexes.length > 0) left -= cost;
    for (const index of indexes) lines.add(index);
    return true;
  };
  const unseen = ({ first, last }: LineRange): readonly number[] => {
    const indexes: number[] = [];
    for (let index = Math.max(0, first); index <= Math.min(last, all.length - 1); index++) {
      if (!lines.has(index) && !shown.has(index)) indexes.push(index);
    }
    return indexes;
  };
  return {
    all,
    lines,
    left: () => left,
    take: (range) => {
      const isDone = add(unseen(range), lines.has(range.first - 1) || range.first <= 0 ? 0 : noteBytes);
      if (isDone) for (let index = range.first; index <= range.last; index++) signatures.delete(index);
      return isDone;
    },
    takeSignature: (line) => {
      const more = unseen({ first: line, last: line });
      const isDone = add(more, utf8Length(SHORT_NOTE));
      if (isDone) for (const index of more) signatures.add(index);
      return isDone;
    },
    render: () => {
      const parts: string[] = [];
      let next = 0;
      for (const index of [...lines].sort((a, b) => a - b)) {
        if (index > next) parts.push(signatures.has(index) ? SHORT_NOTE : longNote(next + 1, index));
        parts.push(numbered(index));
        next = index + 1;
      }
      if (parts.length > 0 && next < all.length) parts.push(longNote(next + 1, all.length));
      return parts.join("");
    },
  };
};

/** Splits a text into lines, without line endings. */
const linesOf = (text: string): string[] => {
  const lines: string[] = [];
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf("\n", start);
    const stop = end === -1 ? text.length : end;
    lines.push(text.slice(start, stop > start && text[stop - 1] === "\r" ? stop - 1 : stop));
    start = stop + 1;
  }
  return lines;
};

/** Clips a line that is too long to the part around its first term. */
const clipped = (line: string, { words }: Terms): string => {
  if (line.length <= MAX_LINE) return line;
  let at = 0;
  for (const found of line.slice(0, MOST_SEARCHED).matchAll(WORD)) {
    if (!words.has(found[0])) continue;
    at = found.index;
    break;
  }
  const start = Math.max(0, at - Math.floor(MAX_LINE / 3));
  const part = firstCharacters(line.slice(start).replace(/^[\udc00-\udfff]/, ""), MAX_LINE);
  return `${start > 0 ? "…" : ""}${part}${start + part.length < line.length ? "…" : ""}`;
};
