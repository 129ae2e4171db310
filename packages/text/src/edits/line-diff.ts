import { lineHunks } from "../line-hunks.ts";

/** How many lines may differ: the comparison takes quadratic time. */
const MAX_EDIT = 200;

/**
 * How one run of lines differs from another: ` ` before a line of both, `- ` before one only in the first, `+ ` before one only in the
 * second. Of the equal lines, it shows only those next to a difference. If too much differs, it shows only the second run.
 */
export const lineDiff = (before: readonly string[], after: readonly string[]): readonly string[] => {
  const hunks = lineHunks(textOf(before), textOf(after), { context: 1, most: MAX_EDIT });
  if (hunks === null) return after.map((line) => `+ ${line}`);
  return hunks.flatMap(({ lines }, index) => [
    ...(index > 0 ? ["  …"] : []),
    ...lines.map((line) => `${line.slice(0, 1)} ${line.slice(1)}`),
  ]);
};

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
