import { diffArrays } from "diff";

/** Lines of a text that are replaced by others. Lines count from 0; ends are exclusive. */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

export interface ChangedLines {
  readonly changes: readonly LineChange[];
  /** With their line endings. */
  readonly lines: readonly string[];
  readonly newLines: readonly string[];
}

/** How many lines may differ: the comparison takes quadratic time. */
const MOST_CHANGED = 600;

/** The lines that differ between two texts. If too many differ, there is one change, from the first to the last. */
export const changedLines = (before: string, after: string): ChangedLines => {
  const [lines, newLines] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(lines.length, newLines.length);
  const above = equalOnes(shorter, (index) => lines[index] === newLines[index]);
  const below = equalOnes(shorter - above, (index) => lines.at(-1 - index) === newLines.at(-1 - index));
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

/** How many leading items are equal. */
const equalOnes = (count: number, isEqual: (index: number) => boolean): number => {
  let index = 0;
  while (index < count && isEqual(index)) index++;
  return index;
};

/** A text's lines with their endings: joined, they are the text. */
const linesOf = (text: string): readonly string[] => {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start) + 1;
    lines.push(end === 0 ? text.slice(start) : text.slice(start, end));
    start = end === 0 ? text.length : end;
  }
  return lines;
};

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
