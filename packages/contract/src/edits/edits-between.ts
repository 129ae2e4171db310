import { MAX_EDITS } from "../proposal.ts";
import type { Steps } from "../steps.ts";
import { changedLines, type LineChange } from "./changed-lines.ts";
import { type Edit, textEdits } from "./edit-text.ts";

/**
 * Edits that make one text from another, each with lines around it so that it says which place it means. Null if there are none,
 * such as where only the line ends of a whole file change: edits end their lines as what they replace does.
 */
export function* editsBetween(before: string, after: string): Steps<readonly Edit[] | null> {
  // There is nothing that an edit could find.
  if (before === "") return null;
  const { changes, lines, newLines } = yield* changedLines(before, after);
  const outermost = hull(changes);
  for (const regions of [changes, outermost]) {
    const edits = yield* placed(before, lines, newLines, regions);
    if (edits !== null && edits.length <= MAX_EDITS && (yield* makes(before, edits, after))) return edits;
  }
  const whole = [{ find: before, replace: after }];
  return (yield* makes(before, whole, after)) ? whole : null;
}

function* makes(before: string, edits: readonly Edit[], after: string): Steps<boolean> {
  const made = yield* textEdits(before, edits);
  return made.ok && made.value === after;
}

/** One change from the first to the last. */
const hull = (changes: readonly LineChange[]): readonly LineChange[] => {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [{ start: first.start, end: last.end, newStart: first.newStart, newEnd: last.newEnd }];
};

/** How much text is searched for places that stand there twice; then one edit has to do. */
const MOST_SEARCHED = 100_000_000;

/** Each change with as many lines around it as it takes to stand there once; changes that meet so become one. */
function* placed(
  before: string,
  lines: readonly string[],
  newLines: readonly string[],
  changes: readonly LineChange[],
): Steps<readonly Edit[] | null> {
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
      if (find !== "" && (yield* standsOnce(before, find))) {
        done.push(region);
        break;
      }
    }
  }
  const edits: Edit[] = [];
  for (const { start, end, newStart, newEnd } of done) {
    yield;
    const find = textOf(lines, start, end);
    yield;
    edits.push({ find, replace: textOf(newLines, newStart, newEnd) });
  }
  return edits;
}

function* standsOnce(text: string, find: string): Steps<boolean> {
  return (yield* textEdits(text, [{ find, replace: "" }])).ok;
}

const textOf = (lines: readonly string[], start: number, end: number): string => lines.slice(start, end).join("");

const joined = (one: LineChange, other: LineChange): LineChange => ({
  ...{ start: one.start, end: other.end },
  ...{ newStart: one.newStart, newEnd: other.newEnd },
});

/** The lines around a change are the same before and after it. */
const widened = ({ start, end, newStart, newEnd }: LineChange, context: number, count: number): LineChange => {
  const [above, below] = [Math.min(context, start), Math.min(context, count - end)];
  return { start: start - above, end: end + below, newStart: newStart - above, newEnd: newEnd + below };
};
