import type { FailureMark } from "@llmch/languages";

/** A verification command that failed on a tree: what is not held against an order that starts from there. */
export interface RedCommand {
  readonly command: string;
  readonly exit_code: number | null;
  /** Null if it did not end by itself, or if its output cannot be compared: then nothing is the same failure. */
  readonly mark: FailureMark | null;
}

const MOST_NAMED = 8;

/** What failed, in a few words: the tests by name, else the command. */
export const redInWords = ({ command, exit_code, mark }: RedCommand): string => {
  const names = mark?.failures ?? [];
  if (names.length === 0) return `${command} failed${exit_code === null ? "" : ` with exit code ${exit_code}`}`;
  return `${listed(names)} (${command})`;
};

/** A list of names, cut when it is long. */
export const listed = (names: readonly string[], most: number = MOST_NAMED): string =>
  names.length <= most ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
