import { structuredPatch } from "diff";

/** Lines that differ, with their context, each with its sign as in a patch. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** How two texts are compared. */
export interface HunkLimits {
  /** How many equal lines to show on either side of a difference. */
  readonly context: number;
  /** The most lines that may differ: the time of a comparison grows with the square of their number. */
  readonly most: number;
}

/** Compares two texts line by line; null if too many lines differ. No clock limits it, so it always gives the same result. */
export const lineHunks = (before: string, after: string, { context, most }: HunkLimits): readonly LineHunk[] | null =>
  structuredPatch("", "", before, after, undefined, undefined, { context, maxEditLength: most })?.hunks ?? null;

/** The most lines of a file that a patch may change. */
const MOST_CHANGED = 2_000;

/** How a file's text changes, as a unified diff; null stands for no file. */
export const filePatch = (path: string, before: string | null, after: string | null): string => {
  if (after === null) return `--- ${path}\n+++ (deleted)\n`;
  const head = `--- ${before === null ? "(new)" : path}\n+++ ${path}\n`;
  const hunks = lineHunks(before ?? "", after, { context: 3, most: MOST_CHANGED });
  if (hunks === null) return `${head}(too much differs to compare it line by line)\n`;
  const headOf = ({ oldStart, oldLines, newStart, newLines }: LineHunk) =>
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
  return head + hunks.map((hunk) => `${headOf(hunk)}\n${hunk.lines.join("\n")}\n`).join("");
};
