import { type AcceptedChange, changedCount, type FileState, lineHunks, utf8Text } from "@llmch/contract";
import type { Files } from "../ports.ts";
import { textOf } from "../prompt/hidden-files.ts";
import type { Passed } from "./candidate-end.ts";

/** A candidate that passed, and how many lines it changes. */
export interface Measured extends Passed {
  readonly lines: number;
}

/**
 * Ranks the passed candidates, best first: by the least weight of review notes, then by the fewest changed lines, then by the
 * lowest number. Candidates without a review come last.
 * @param files the files before the change
 */
export const measured = async (
  passed: readonly Passed[],
  files: Pick<Files, "inspect">,
): Promise<readonly Measured[]> => {
  const all: Measured[] = [];
  for (const each of passed) {
    let lines = 0;
    for (const change of each.outcome.changes) lines += changedLineCount(change, await files.inspect(change.path));
    all.push({ ...each, lines });
  }
  const weight = ({ outcome: { notes } }: Measured): number => notes ?? Number.MAX_SAFE_INTEGER;
  return all.sort((a, b) => weight(a) - weight(b) || a.lines - b.lines || a.candidate - b.candidate);
};

/** Comparison time grows with the square of this. */
const MAX_EDIT = 2_000;

/** How many lines a change removes and adds. A file that is not text counts as one line. */
const changedLineCount = (change: AcceptedChange, state: FileState): number => {
  const before = state.kind === "file" ? textOf(state) : "";
  const after = change.kind === "remove" ? "" : utf8Text(change.content);
  if (before === null || after === null) return 1;
  const hunks = lineHunks(before, after, { context: 0, most: MAX_EDIT });
  return hunks === null ? linesIn(before) + linesIn(after) : changedCount(hunks);
};

const linesIn = (text: string): number => (text === "" ? 0 : text.replace(/\n$/, "").split("\n").length);
