import type { SyntaxFault } from "@llmch/languages";

/** The place right after a program's beginning. */
export const placeOf = (beginning: string): NonNullable<SyntaxFault["place"]> => {
  const lines = beginning.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};
