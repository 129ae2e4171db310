import type { FailureBrief } from "@llmch/contract";
import { printable, printableLines } from "./paint.ts";

const EXCERPT_LINES = 12;

/** What failed, and the end of what was printed. */
export const briefLines = (brief: FailureBrief): readonly string[] => {
  const exit = brief.exit_code === null ? "" : ` (exit ${brief.exit_code})`;
  const head = brief.command === null ? [] : [`${printable(brief.command)}${exit}`];
  const excerpt = printableLines(brief.primary_error_excerpt).filter((line) => line !== "");
  return [...head, ...excerpt.slice(-EXCERPT_LINES)];
};
