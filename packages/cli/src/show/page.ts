import { printable } from "@llmch/app/drawing";
import type { Measure } from "../console/measure.ts";
import type { Colors } from "../console/paint.ts";

/** How a story is shown on the screen. */
export interface Page {
  readonly measure: Measure;
  readonly colors: Colors;
  /** Columns that running text is wrapped to. */
  readonly width: number;
  /** Folds nothing. */
  readonly whole: boolean;
}

const LABEL_WIDTH = 9;

/** A label and its text, wrapped, with later lines indented; at most `limit` lines, the last one marked if more is left out. */
export const labelled = (
  label: string,
  text: string,
  { colors, width, whole, measure }: Page,
  limit = 4,
): readonly string[] => {
  const lines = wrapped(printable(text), Math.max(20, width - LABEL_WIDTH - 2), measure);
  const shown = whole || lines.length <= limit ? lines : [...lines.slice(0, limit - 1), `${lines[limit - 1] ?? ""} …`];
  return shown.map((line, index) => `  ${colors.dim((index === 0 ? label : "").padEnd(LABEL_WIDTH))}${line}`);
};

/** Breaks a text between words so that each line fits; a longer word gets its own line. */
export const wrapped = (text: string, width: number, measure: Measure): readonly string[] => {
  const lines: string[] = [];
  let [line, used] = ["", 0];
  for (const word of text.split(/\s+/)) {
    const own = measure.width(word);
    if (line === "") [line, used] = [word, own];
    else if (used + 1 + own <= width) [line, used] = [`${line} ${word}`, used + 1 + own];
    else {
      lines.push(line);
      [line, used] = [word, own];
    }
  }
  return [...lines, line];
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
