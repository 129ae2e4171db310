import { firstCharacters } from "@llmch/contract";
import { relevantLines } from "./relevant-lines.ts";
import { type Terms, WORD } from "./terms.ts";

/** What to show of a file, and how much at most. */
export interface PartsWanted {
  readonly terms: Terms;
  /** Lines that somebody named, from 1: they come first. */
  readonly named: readonly number[];
  readonly characters: number;
  /** Lines that are shown elsewhere, from 0. */
  readonly shown?: ReadonlySet<number>;
}

export interface ShownParts {
  /** Every line after its number and `|`; a note replaces the lines left out. Empty if nothing is shown. */
  readonly text: string;
  /** Lines that are shown, from 0. */
  readonly lines: ReadonlySet<number>;
  /** Lines that the file has. */
  readonly count: number;
}

const BEFORE = 5;
const AFTER = 15;
/** Lines at the beginning, where imports are. */
const HEAD = 10;
const MAX_LINE = 400;

/** The parts of a text that hold what is wanted, each with lines around it. The same arguments give the same parts. */
export const showParts = (text: string, { terms, named, characters, shown = new Set() }: PartsWanted): ShownParts => {
  const all = text.split("\n");
  if (all.at(-1) === "") all.pop();
  const width = String(all.length).length;
  const numbered = (index: number) =>
    `${String(index + 1).padStart(width)}|${clipped((all[index] ?? "").replace(/\r$/, ""), terms)}\n`;
  const lines = new Set<number>();
  let left = characters;
  const take = (first: number, last: number): boolean => {
    const more: number[] = [];
    for (let index = Math.max(0, first); index <= Math.min(last, all.length - 1); index++) {
      if (!lines.has(index) && !shown.has(index)) more.push(index);
    }
    const cost = more.reduce((sum, index) => sum + numbered(index).length, 0);
    if (cost > left) return false;
    left -= cost;
    for (const index of more) lines.add(index);
    return true;
  };
  for (const index of [...named.map((line) => line - 1), ...relevantLines(all, terms)]) {
    if (index < 0 || index >= all.length || shown.has(index)) continue;
    if (!take(index - BEFORE, index + AFTER)) take(index - 1, index + 1);
  }
  // If nothing is known to matter, more of the beginning tells what the file is.
  const isBlind = lines.size === 0 && named.length === 0;
  const [head, kept] = isBlind ? [all.length, characters / 2] : [HEAD, 0];
  for (let index = 0; shown.size === 0 && index < head && left > kept; index++) if (!take(index, index)) break;
  return { text: render(lines, all.length, numbered), lines, count: all.length };
};

const render = (lines: ReadonlySet<number>, count: number, numbered: (index: number) => string): string => {
  const shown: string[] = [];
  let next = 0;
  const gap = (end: number) => {
    if (end > next) shown.push(`… lines ${next + 1}-${end} are not shown …\n`);
  };
  for (const index of [...lines].sort((a, b) => a - b)) {
    gap(index);
    shown.push(numbered(index));
    next = index + 1;
  }
  if (shown.length > 0) gap(count);
  return shown.join("");
};

/** A line that is too long is shown around the first term in it. */
const clipped = (line: string, { words }: Terms): string => {
  if (line.length <= MAX_LINE) return line;
  let at = 0;
  for (const found of line.matchAll(WORD)) {
    if (!words.has(found[0])) continue;
    at = found.index;
    break;
  }
  const start = Math.max(0, at - Math.floor(MAX_LINE / 3));
  const part = firstCharacters(line.slice(start).replace(/^[\udc00-\udfff]/, ""), MAX_LINE);
  return `${start > 0 ? "…" : ""}${part}${start + part.length < line.length ? "…" : ""}`;
};

/** The note beside the path of a file that is shown by parts. */
export const partsCaption = ({ count }: ShownParts): string =>
  `parts of its ${count} lines; "NUMBER|" before a line is not in the file`;
