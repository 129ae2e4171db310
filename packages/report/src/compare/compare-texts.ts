import { affordableHunks, type Effort } from "@llmch/story";
import { changedWords, type Span } from "./changed-words.ts";

/** One line of one of the texts. */
export interface DiffLine {
  readonly number: number;
  readonly spans: readonly Span[];
}

/** Lines that are side by side; null if one side has none. */
export interface DiffRow {
  readonly kind: "same" | "changed";
  readonly before: DiffLine | null;
  readonly after: DiffLine | null;
}

export interface Hunk {
  /** Rows in runs of the same kind. */
  readonly runs: readonly (readonly DiffRow[])[];
}

export type Comparison =
  | { readonly kind: "same" }
  /** Too large, or too different, for the effort that is left. */
  | { readonly kind: "too-large" }
  | { readonly kind: "changed"; readonly added: number; readonly removed: number; readonly hunks: readonly Hunk[] };

/** Compares two texts line by line, and changed lines word by word. */
export const compareTexts = (before: string, after: string, effort: Effort): Comparison => {
  if (before === after) return { kind: "same" };
  const found = affordableHunks(before, after, effort);
  if (found === null) return { kind: "too-large" };
  const count = (sign: string) =>
    found.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0);
  const hunks = found.map(({ oldStart, newStart, lines }) => ({ runs: runsOf(lines, oldStart, newStart) }));
  return { kind: "changed", added: count("+"), removed: count("-"), hunks };
};

const NO_LINE_END = " ⟨no line feed at the end⟩";

/** Unchanged lines beside themselves; in each change, removed lines beside added lines. */
const runsOf = (lines: readonly string[], oldStart: number, newStart: number): readonly (readonly DiffRow[])[] => {
  let [oldNumber, newNumber] = [oldStart, newStart];
  const runs: DiffRow[][] = [];
  let index = 0;
  const take = (sign: string): string[] => {
    const taken: string[] = [];
    for (; index < lines.length; index++) {
      const line = lines[index] ?? "";
      if (line.startsWith("\\")) taken.push(`${taken.pop() ?? ""}${NO_LINE_END}`);
      else if (line.startsWith(sign)) taken.push(line.slice(1));
      else break;
    }
    return taken;
  };
  while (index < lines.length) {
    const same = take(" ").map((text): DiffRow => {
      const spans = [{ text, changed: false }];
      return {
        kind: "same",
        before: { number: oldNumber++, spans },
        after: { number: newNumber++, spans },
      };
    });
    if (same.length > 0) runs.push(same);
    const [gone, come] = [take("-"), take("+")];
    const changed: DiffRow[] = [];
    for (let row = 0; row < Math.max(gone.length, come.length); row++) {
      const [left, right] = changedWords(gone[row], come[row]);
      const before = left === null ? null : { number: oldNumber++, spans: left };
      const after = right === null ? null : { number: newNumber++, spans: right };
      changed.push({ kind: "changed", before, after });
    }
    if (changed.length > 0) runs.push(changed);
  }
  return runs;
};
