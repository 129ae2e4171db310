import { quoteAsData, utf8Length } from "@llmch/contract";

/** How many bytes of UTF-8 there are left for something. */
export type Room = number;

/** What stands between two parts of a map. */
export const BETWEEN = "\n\n";

/** What quoting takes besides the lines: both marks, and what stands between this part and the one before. */
const aroundQuote = (label: string): number => utf8Length(quoteAsData(label, "\n")) - 1 + BETWEEN.length;

/** How many of the lines fit, the first ones, where each takes a line break more. */
export const fitting = (lines: readonly string[], room: Room): number => {
  let taken = 0;
  for (const [index, line] of lines.entries()) {
    taken += utf8Length(line) + 1;
    if (taken > room) return index;
  }
  return lines.length;
};

/** The room that lines have in a quote of a label. */
export const roomInQuote = (label: string, room: Room): Room => room - aroundQuote(label);

/** Lines quoted as data; nothing of none. */
export const quotedLines = (label: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [quoteAsData(label, lines.join("\n"))];

/** A path with line breaks or other control characters is shown as JSON, so that it stays one line. */
export const oneLine = (path: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
