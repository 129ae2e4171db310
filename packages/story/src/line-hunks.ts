import { structuredPatch } from "diff";
import type { Effort } from "./effort.ts";

/** Lines that differ, with their context, each with its sign as in a patch. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

const CONTEXT_LINES = 3;
const MAX_CHARACTERS = 400_000;

/**
 * Compares two texts line by line; null if they are too large, or too different, for the effort that is left. No clock limits it,
 * so it always gives the same result.
 */
export const lineHunks = (before: string, after: string, effort: Effort): readonly LineHunk[] | null => {
  if (before.length + after.length > MAX_CHARACTERS) return null;
  const limits = { context: CONTEXT_LINES, maxEditLength: effort.longestEdit() };
  const patch = structuredPatch("", "", before, after, undefined, undefined, limits);
  const changed = patch?.hunks.flatMap(({ lines }) => lines.filter((line) => /^[+-]/.test(line)));
  effort.spend(changed?.length ?? limits.maxEditLength);
  return patch?.hunks ?? null;
};
