import { type CodePoints, LAST, WORD } from "./code-points.ts";
import type { Step } from "./program.ts";

/** Code points that no step of an automaton tells apart are one symbol; the end of a line is one more. */
export interface Alphabet {
  /** How many symbols there are without the end. */
  readonly size: number;
  symbolOf(point: number): number;
  /** By symbol: whether its code points are letters of words. */
  readonly isWord: readonly boolean[];
  /** Tells by symbol which of them a set holds. */
  members(points: CodePoints): readonly boolean[];
}

export const alphabetOf = (steps: readonly Step[]): Alphabet => {
  const sets = [WORD, ...steps.flatMap((step) => (step.kind === "one-of" ? [step.points] : []))];
  const starts = new Set([0]);
  for (const [first, last] of sets.flat()) {
    starts.add(first);
    if (last < LAST) starts.add(last + 1);
  }
  const bounds = Uint32Array.from([...starts].sort((a, b) => a - b));
  const find = (point: number): number => {
    let [low, high] = [0, bounds.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((bounds[middle] ?? 0) <= point) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const ascii = Uint32Array.from({ length: 128 }, (_, point) => find(point));
  const members = (points: CodePoints): readonly boolean[] =>
    [...bounds].map((start) => points.some(([first, last]) => first <= start && start <= last));
  return {
    size: bounds.length,
    symbolOf: (point) => (point < 128 ? (ascii[point] ?? 0) : find(point)),
    isWord: members(WORD),
    members,
  };
};
