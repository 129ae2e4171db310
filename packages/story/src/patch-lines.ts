import { type LineHunk, lineHunks } from "@llmch/text";

const CONTEXT_LINES = 3;
/** Beyond these, texts are not compared: the work grows with the square of the number of lines that differ. */
const MAX_CHARACTERS = 400_000;
const MAX_CHANGED_LINES = 500;

/** The patch between two texts, from its first `@@` on; empty if they are the same. */
export const patchLines = (before: string, after: string): readonly string[] => {
  if (before === after) return [];
  const isSmall = before.length + after.length <= MAX_CHARACTERS;
  const found = isSmall ? lineHunks(before, after, { context: CONTEXT_LINES, most: MAX_CHANGED_LINES }) : null;
  const hunks = found ?? [wholeHunk(before, after)];
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...lines,
  ]);
};

/** As git writes it: an empty range starts at the line before, and one line needs no count. */
const range = (start: number, count: number): string => {
  if (count === 0) return `${start - 1},0`;
  return count === 1 ? `${start}` : `${start},${count}`;
};

/** Texts that differ too much to compare are removed and added whole. */
const wholeHunk = (before: string, after: string): LineHunk => {
  const [gone, come] = [linesOf(before), linesOf(after)];
  return {
    ...{ oldStart: 1, oldLines: gone.length, newStart: 1, newLines: come.length },
    lines: [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)],
  };
};

const linesOf = (text: string): readonly string[] =>
  text.match(/[^\n]*\n|[^\n]+$/g)?.map((line) => line.replace(/\n$/, "")) ?? [];
