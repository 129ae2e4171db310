import { changedCount, type LineHunk, lineHunks } from "@llmch/contract";
import type { Effort } from "./effort.ts";

const CONTEXT_LINES = 3;
const MAX_CHARACTERS = 400_000;

/** Compares two texts line by line; null if they are too large, or too different, for the effort that is left. */
export const affordableHunks = (before: string, after: string, effort: Effort): readonly LineHunk[] | null => {
  if (before.length + after.length > MAX_CHARACTERS) return null;
  const most = effort.longestEdit();
  const hunks = lineHunks(before, after, { context: CONTEXT_LINES, most });
  effort.spend(hunks === null ? most : changedCount(hunks));
  return hunks;
};
