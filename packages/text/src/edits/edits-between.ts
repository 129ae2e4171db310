import { changedLines, type LineChange } from "./changed-lines.ts";
import { type Edit, editText, MAX_EDITS } from "./edit-text.ts";

/**
 * Edits that turn one text into another, each with enough lines around it to be unambiguous. Null if there are none, for example if only
 * the line endings of a whole file change: edits keep the line endings of what they replace.
 */
export const editsBetween = (before: string, after: string): readonly Edit[] | null => {
  // There is nothing for an edit to find.
  if (before === "") return null;
  const { changes, lines, newLines } = changedLines(before, after);
  const outermost = hull(changes);
  for (const regions of [changes, outermost]) {
    const edits = placed(before, lines, newLines, regions);
    if (edits !== null && edits.length <= MAX_EDITS && makes(before, edits, after)) return edits;
  }
  const whole = [{ find: before, replace: after }];
  return makes(before, whole, after) ? whole : null;
};

const makes = (before: string, edits: readonly Edit[], after: string): boolean => {
  const made = editText(before, edits);
  return made.ok && made.value === after;
};

/** One change from the first to the last. */
const hull = (changes: readonly LineChange[]): readonly LineChange[] => {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [{ start: first.start, end: last.end, newStart: first.newStart, newEnd: last.newEnd }];
};

/** How much text is searched for repeated places before one edit must do for all changes. */
const MOST_SEARCHED = 100_000_000;

/** Widens each change until its text occurs only once. Changes that meet are merged. */
const placed = (
  before: string,
  lines: readonly string[],
  newLines: readonly string[],
  changes: readonly LineChange[],
): readonly Edit[] | null => {
  const done: LineChange[] = [];
  const pending = [...changes].reverse();
  let searched = 0;
  for (let core = pending.pop(); core !== undefined; core = pending.pop()) {
    for (let context = 0; ; context = Math.max(1, 2 * context)) {
      for (let last = done.at(-1); last !== undefined && last.end >= core.start - context; last = done.at(-1)) {
        core = joined(last, core);
        done.pop();
      }
      for (let next = pending.at(-1); next !== undefined && next.start <= core.end + context; next = pending.at(-1)) {
        core = joined(core, next);
        pending.pop();
      }
      const region = widened(core, context, lines.length);
      const find = textOf(lines, region.start, region.end);
      if (find.length === before.length) return null;
      searched += before.length;
      if (searched > MOST_SEARCHED) return null;
      if (find !== "" && standsOnce(before, find)) {
        done.push(region);
        break;
      }
    }
  }
  const edits: Edit[] = [];
  for (const { start, end, newStart, newEnd } of done) {
    const find = textOf(lines, start, end);
    edits.push({ find, replace: textOf(newLines, newStart, newEnd) });
  }
  return edits;
};

const standsOnce = (text: string, find: string): boolean => editText(text, [{ find, replace: "" }]).ok;

const textOf = (lines: readonly string[], start: number, end: number): string => lines.slice(start, end).join("");

const joined = (one: LineChange, other: LineChange): LineChange => ({
  ...{ start: one.start, end: other.end },
  ...{ newStart: one.newStart, newEnd: other.newEnd },
});

/** The added lines are the same before and after the change. */
const widened = ({ start, end, newStart, newEnd }: LineChange, context: number, count: number): LineChange => {
  const [above, below] = [Math.min(context, start), Math.min(context, count - end)];
  return { start: start - above, end: end + below, newStart: newStart - above, newEnd: newEnd + below };
};
