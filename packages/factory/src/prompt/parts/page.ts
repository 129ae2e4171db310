import type { Definition, LineRange } from "@llmch/languages";
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
  /** Leaves this much room at most. */
  narrow(most: number): void;
  /**
   * The lines, each prefixed with its number and `|`; a note replaces each gap, with the names of what is defined there, up to so many
   * bytes in all. Empty if nothing is shown.
   */
  render(definitions: readonly Definition[], forNames: number): string;
}

const MAX_LINE = 400;
/** Only this much of a line is searched for terms. */
const MOST_SEARCHED = 200_000;
/** A gap of up to so many lines is filled if the note that would replace them takes more. */
const MOST_FILLED = 4;
/** A longer name, such as a test's, is cut. */
const MOST_OF_NAME = 60;

/**
 * @param most how many bytes may be shown
 * @param shown lines that are shown elsewhere
 */
export const openPage = (text: string, most: number, terms: Terms, shown: ReadonlySet<number>): Page => {
  const all = linesOf(text);
  if (all.at(-1) === "") all.pop();
  const width = String(all.length).length;
  const numbered = (index: number) => `${String(index + 1).padStart(width)}|${clipped(all[index] ?? "", terms)}\n`;
  const note = (first: number, last: number, names = "") => `… lines ${first}-${last} are not shown${names} …\n`;
  const noteBytes = utf8Length(note(all.length, all.length));
  const lines = new Set<number>();
  let left = most;
  const take = (range: LineRange): boolean => {
    const more: number[] = [];
    for (let index = Math.max(0, range.first); index <= Math.min(range.last, all.length - 1); index++)
      if (!lines.has(index) && !shown.has(index)) more.push(index);
    const forNote = lines.has(range.first - 1) || range.first <= 0 ? 0 : noteBytes;
    const cost = more.reduce((sum, index) => sum + utf8Length(numbered(index)), more.length === 0 ? 0 : forNote);
    if (cost > left && more.length > 0) return false;
    left -= cost;
    for (const index of more) lines.add(index);
    return true;
  };
  return {
    all,
    lines,
    left: () => left,
    narrow: (most) => {
      left = Math.min(left, most);
    },
    take,
    render: (definitions, forNames) => {
      const told = namesWithin(definitions, lines, forNames);
      const parts: string[] = [];
      let next = 0;
      const skip = (end: number) => {
        const gap = Array.from({ length: Math.min(end - next, MOST_FILLED) }, (_, index) => next + index);
        const between = gap.map(numbered).join("");
        if (gap.at(-1) === end - 1 && utf8Length(between) <= noteBytes && !gap.some((index) => shown.has(index))) {
          for (const index of gap) lines.add(index);
          parts.push(between);
          return;
        }
        const names = told.filter(({ line }) => next <= line && line < end).map(nameOf);
        parts.push(note(next + 1, end, names.length === 0 ? "" : `: ${names.join(", ")}`));
      };
      for (const index of [...lines].sort((a, b) => a - b)) {
        if (index > next) skip(index);
        parts.push(numbered(index));
        next = index + 1;
      }
      if (parts.length > 0 && next < all.length) skip(all.length);
      return parts.join("");
    },
  };
};

/** A definition's name and lines. */
const nameOf = ({ name, first, last }: Definition): string =>
  `${firstCharacters(name.replace(/\s+/g, " "), MOST_OF_NAME)} ${first + 1}-${last + 1}`;

/** The definitions that are not shown and whose names fit: first what shown types contain, then outer ones; in text order. */
const namesWithin = (
  definitions: readonly Definition[],
  shown: ReadonlySet<number>,
  most: number,
): readonly Definition[] => {
  const types = new Set(definitions.flatMap(({ name, line }) => (shown.has(line) ? [name] : [])));
  const rankOf = ({ kind, container }: Definition) =>
    types.has(container.at(-1) ?? "") ? 0 : kind === "value" ? 9 : 1 + container.length;
  let left = most;
  return definitions
    .filter(({ line }) => !shown.has(line))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.line - b.line)
    .filter((each) => {
      left -= utf8Length(nameOf(each)) + 2;
      return left >= 0;
    })
    .sort((a, b) => a.line - b.line);
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
