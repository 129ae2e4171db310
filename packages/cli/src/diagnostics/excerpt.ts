import type { Located } from "@llmch/app/locate";
import { columnText, lineText } from "@llmch/text";
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import type { Colors } from "../console/paint.ts";

export interface ExcerptStyle {
  readonly colors: Colors;
  /** Colours the carets. */
  readonly paint: (text: string) => string;
  /** Columns of the terminal. */
  readonly width: number;
  /** How a file is named. */
  readonly name: (path: string) => string;
}

/** A place as a compiler shows it: file, line and column, then the line with carets under the part in question. */
export const excerptLines = (
  { path, region }: NonNullable<Located["place"]>,
  text: string,
  note: string,
  { colors, paint, width, name }: ExcerptStyle,
): string[] => {
  const number = region === null ? "" : String(region.line);
  const gutter = " ".repeat(number.length);
  const at = region === null ? "" : `:${region.line}:${region.column}`;
  const head = `${gutter}${colors.blue("-->")} ${columnText(name(path))}${at}${note === "" ? "" : `  ${colors.dim(note)}`}`;
  if (region === null) return [` ${head}`];
  const line = lineText(text, region.line);
  const begin = region.column - 1;
  const end = region.endColumn - 1;
  const around = { before: line.slice(0, begin), marked: line.slice(begin, end), after: line.slice(end) };
  const { before, marked, after } = fitted(around, Math.max(MIN_WIDTH, width - number.length - 4));
  const bar = colors.blue("|");
  const carets = paint("^".repeat(Math.max(1, stringWidth(marked))));
  return [
    head,
    `${gutter} ${bar}`,
    `${colors.blue(number)} ${bar} ${before}${marked}${after}`.trimEnd(),
    `${gutter} ${bar} ${" ".repeat(stringWidth(before))}${carets}`,
  ];
};

const MIN_WIDTH = 20;

interface Around {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Fits the line into `columns`: as much as possible of the marked part, and as much around it as there is room for. */
const fitted = (line: Around, columns: number): Around => {
  // A line may be a whole file: look only at what could be shown.
  const most = columns * 4;
  const marked = cliTruncate(columnText(line.marked.slice(0, most)), columns - 4);
  const before = columnText(line.before.slice(-most));
  const after = columnText(line.after.slice(0, most));
  const room = columns - stringWidth(marked);
  const rest = Math.min(stringWidth(after), Math.floor(room / 2));
  return {
    marked,
    before: cliTruncate(before, room - rest, { position: "start" }),
    after: cliTruncate(after, Math.max(rest, room - stringWidth(before))),
  };
};
