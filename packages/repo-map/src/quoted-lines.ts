import { quoteAsData, utf8Length } from "@llmch/text";

/** The number of UTF-8 bytes left. */
export type Room = number;

/** The text between two parts of a map. */
export const BETWEEN = "\n\n";

/** The size of some parts with the text between them, in bytes. */
export const sizeOf = (parts: readonly string[]): number =>
  parts.reduce((bytes, part) => bytes + utf8Length(part) + BETWEEN.length, 0);

/** What quoting adds to the lines: both marks, and the text between this part and the previous one. */
const aroundQuote = (label: string): number => utf8Length(quoteAsData(label, "\n")) - 1 + BETWEEN.length;

/** How many of the lines fit, starting with the first, each with one more byte for its line break. */
export const fitting = (lines: readonly string[], room: Room): number => {
  let taken = 0;
  for (const [index, line] of lines.entries()) {
    taken += utf8Length(line) + 1;
    if (taken > room) return index;
  }
  return lines.length;
};

/** The room for lines inside a quote with that label. */
export const roomInQuote = (label: string, room: Room): Room => room - aroundQuote(label);

/** Lines quoted as data; nothing if there are none. */
export const quotedLines = (label: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [quoteAsData(label, lines.join("\n"))];

/** Shows a path with line breaks or other control characters as JSON, so that it stays on one line. */
export const oneLine = (path: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
