import type { Steps } from "../steps.ts";

/** Lines that two texts have in common, one after the other in each. */
export interface CommonLines {
  readonly start: number;
  readonly newStart: number;
  readonly count: number;
}

/** How far a way through both texts has come, and the common lines on it, the last first. */
interface Way {
  readonly at: number;
  readonly common: Linked | null;
}

interface Linked extends CommonLines {
  readonly before: Linked | null;
}

/**
 * The lines that two texts have in common, so that as few as can be differ; null if more than `most` differ. Myers' greedy comparison
 * as the library `diff` makes it, with the same choice between ways of one length, but in steps.
 */
export function* commonLines(
  lines: readonly string[],
  newLines: readonly string[],
  most: number,
): Steps<readonly CommonLines[] | null> {
  const [length, newLength] = [lines.length, newLines.length];
  /** Goes on as long as the lines are equal. Diagonals tell how many more lines of the first text were passed than of the second. */
  const along = (at: number, diagonal: number, common: Linked | null): Way => {
    let end = at;
    while (end < length && end - diagonal < newLength && lines[end] === newLines[end - diagonal]) end++;
    const isAlong = end > at;
    return {
      at: end,
      common: isAlong ? { start: at, newStart: at - diagonal, count: end - at, before: common } : common,
    };
  };
  const isEnd = ({ at }: Way, diagonal: number): boolean => at >= length && at - diagonal >= newLength;
  const first = along(0, 0, null);
  if (isEnd(first, 0)) return inOrder(first.common);
  const ways = new Map<number, Way>([[0, first]]);
  // Beyond a diagonal on which a text's end was reached there is nothing to be found.
  let [least, greatest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let changed = 1; changed <= Math.min(most, length + newLength); changed++) {
    yield;
    for (let diagonal = Math.max(least, -changed); diagonal <= Math.min(greatest, changed); diagonal += 2) {
      const [removing, adding] = [ways.get(diagonal - 1), ways.get(diagonal + 1)];
      ways.delete(diagonal - 1);
      const canRemove = removing !== undefined && removing.at < length;
      const newAt = adding === undefined ? -1 : adding.at - diagonal;
      const canAdd = adding !== undefined && newAt > 0 && newAt <= newLength;
      if (!canAdd && !canRemove) {
        ways.delete(diagonal);
        continue;
      }
      const isAdding = canAdd && (!canRemove || removing.at < adding.at);
      const way = isAdding
        ? along(adding.at, diagonal, adding.common)
        : along((removing?.at ?? 0) + 1, diagonal, removing?.common ?? null);
      if (isEnd(way, diagonal)) return inOrder(way.common);
      ways.set(diagonal, way);
      if (way.at >= length) greatest = Math.min(greatest, diagonal - 1);
      if (way.at - diagonal >= newLength) least = Math.max(least, diagonal + 1);
    }
  }
  return null;
}

const inOrder = (last: Linked | null): readonly CommonLines[] => {
  const common: CommonLines[] = [];
  for (let each = last; each !== null; each = each.before) common.push(each);
  return common.reverse();
};
