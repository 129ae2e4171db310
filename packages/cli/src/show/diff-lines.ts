import { type FileDiff, figures } from "@llmch/story";
import { printable, printableText } from "@llmch/text";
import type { Colors } from "../console/paint.ts";

/**
 * Diffs of files as lines: for each its path with the figures, then its hunks.
 * @param before the attempt they are said to be compared with; a file compared with another one names that
 */
export const diffLines = (files: readonly FileDiff[], before: number | null, colors: Colors): readonly string[] => {
  const since = (file: FileDiff) =>
    file.since === null || file.since === before || file.kind === "dropped" ? "" : ` since attempt ${file.since}`;
  return files.flatMap((file) => [
    `${colors.bold(printable(file.path))}  ${colors.dim(`${figures(file)}${since(file)}`)}`,
    ...file.lines.map((line) => painted(line, colors)),
  ]);
};

/** A line of a diff in its colour. */
export const painted = (line: string, colors: Colors): string => {
  // Show the CR: a change of line endings alone would be invisible.
  const text = printableText(line.replace(/\r$/, "␍"));
  if (line.startsWith("+")) return colors.green(text);
  if (line.startsWith("-")) return colors.red(text);
  if (line.startsWith("@@")) return colors.cyan(text);
  return line.startsWith("\\") ? colors.dim(text) : text;
};
