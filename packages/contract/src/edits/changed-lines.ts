import { diffArrays } from "diff";

/** Lines of a text that others take the place of. Lines count from 0, ends are not included. */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

export interface ChangedLines {
  readonly changes: readonly LineChange[];
  /** With their line ends. */
  readonly lines: readonly string[];
  readonly newLines: readonly string[];
}

/** How many lines may differ: the time to compare them grows with the square of their number. */
const MOST_CHANGED = 2_000;

/** The lines in which texts differ. If they differ too much, that is one change, from the first of them to the last. */
export const changedLines = (before: string, after: string): ChangedLines => {
  const [lines, newLines] = [linesOf(before), linesOf(after)];
  let above = 0;
  const shorter = Math.min(lines.length, newLines.length);
  while (above < shorter && lines[above] === newLines[above]) above++;
  let below = 0;
  while (below < shorter - above && lines.at(-1 - below) === newLines.at(-1 - below)) below++;
  const [end, newEnd] = [lines.length - below, newLines.length - below];
  const inner = between(lines.slice(above, end), newLines.slice(above, newEnd));
  const whole = { start: above, end, newStart: above, newEnd };
  const changes =
    inner?.map((change) => ({
      ...{ start: change.start + above, end: change.end + above },
      ...{ newStart: change.newStart + above, newEnd: change.newEnd + above },
    })) ?? (end > above || newEnd > above ? [whole] : []);
  return { changes, lines, newLines };
};

/** A text's lines with their ends: together they are the text. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const between = (before: readonly string[], after: readonly string[]): readonly LineChange[] | null => {
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_CHANGED });
  if (parts === undefined) return null;
  const changes: LineChange[] = [];
  let [at, newAt] = [0, 0];
  for (const { added, removed, count } of parts) {
    const [start, newStart] = [at, newAt];
    if (!added) at += count;
    if (!removed) newAt += count;
    if (!added && !removed) continue;
    const last = changes.at(-1);
    if (last !== undefined && last.end === start && last.newEnd === newStart)
      changes[changes.length - 1] = { ...last, end: at, newEnd: newAt };
    else changes.push({ start, end: at, newStart, newEnd: newAt });
  }
  return changes;
};
