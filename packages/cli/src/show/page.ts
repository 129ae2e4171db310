import { commandLine, printableText } from "@llmch/text";
import type { Measure } from "../console/measure.ts";
import type { Colors } from "../console/paint.ts";
import type { Sink } from "../terminal.ts";

/** How a story is shown on the screen. */
export interface Page {
  readonly measure: Measure;
  readonly colors: Colors;
  /** Columns that running text is wrapped to. */
  readonly width: number;
  /** Folds nothing. */
  readonly whole: boolean;
}

const NARROWEST = 40;
const WIDEST = 120;
/** The width if no terminal reports one. */
const USUAL = 100;

/** The width of a page on an output. */
export const pageWidth = ({ isTTY = false, columns = USUAL }: Sink): Pick<Page, "width"> => ({
  width: Math.min(WIDEST, Math.max(NARROWEST, isTTY ? columns : USUAL)),
});

const LABEL_WIDTH = 9;

/** A label and its text, wrapped, with later lines indented; at most `limit` lines, the last one marked if more is left out. */
export const labelled = (
  label: string,
  text: string,
  { colors, width, whole, measure }: Page,
  limit = 4,
): readonly string[] => {
  const lines = printableText(text)
    .trim()
    .split("\n")
    .flatMap((line) => wrapped(line, Math.max(20, width - LABEL_WIDTH - 2), measure));
  const shown = whole || lines.length <= limit ? lines : [...lines.slice(0, limit - 1), `${lines[limit - 1] ?? ""} …`];
  return shown.map((line, index) => `  ${colors.dim((index === 0 ? label : "").padEnd(LABEL_WIDTH))}${line}`);
};

/** A label and a command in one line, however long: copied from there it is the same command. */
export const labelledCommand = (label: string, command: string, ending: string, { colors }: Page): string =>
  `  ${colors.dim(label.padEnd(LABEL_WIDTH))}${commandLine(command)}${ending}`;

/** Breaks a line between words so that each part fits; a longer word gets its own line. White space within a part is kept. */
export const wrapped = (text: string, width: number, measure: Measure): readonly string[] => {
  const lines: string[] = [];
  let [line, used] = ["", 0];
  for (const [blanks, word] of text.split(/(?<=\S)(?=\s)/).map(partsOf)) {
    const own = measure.width(word);
    if (line === "" || used + blanks.length + own <= width)
      [line, used] = [`${line}${blanks}${word}`, used + blanks.length + own];
    else {
      lines.push(line);
      [line, used] = [word, own];
    }
  }
  return [...lines, line];
};

/** The white space before a word, and the word. */
const partsOf = (part: string): readonly [string, string] => {
  const word = part.trimStart();
  return [part.slice(0, part.length - word.length), word];
};

/** At most `limit` of the lines, and one that says how many more there are and what shows them. */
export const folded = (
  lines: readonly string[],
  limit: number,
  how: string,
  { colors, whole }: Page,
): readonly string[] => {
  // Folding a line or two would save nothing.
  if (whole || lines.length <= limit + 2) return lines;
  const rest = lines.length - limit;
  return [...lines.slice(0, limit), colors.dim(`… ${rest} more lines: ${how}`)];
};

export const indented = (lines: readonly string[], by: string): readonly string[] =>
  lines.map((line) => (line === "" ? "" : by + line));
