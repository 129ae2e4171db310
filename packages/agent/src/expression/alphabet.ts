import { lastAtMost } from "@llmch/contract";
import { type CodePoints, LAST, WORD } from "./code-points.ts";
import type { Step } from "./program.ts";

/** Maps code points to symbols: those that no step of an automaton distinguishes share one. The end of a line is one more symbol. */
export interface Alphabet {
  /** The number of symbols, not counting the end. */
  readonly size: number;
  symbolOf(point: number): number;
  /** For each symbol, whether its code points are word characters. */
  readonly isWord: readonly boolean[];
  /** For each symbol, whether a set contains it. */
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
  const find = (point: number): number => lastAtMost(bounds, point);
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
