import { type FailureBrief, printable, printableText } from "@llmch/contract";
import { failuresIn, toldLines } from "@llmch/languages";

const EXCERPT_LINES = 12;

/** How a command that failed ended, to stand behind it; empty where it did not end by itself. */
export const exitInWords = ({ exit_code }: Pick<FailureBrief, "exit_code">): string =>
  exit_code === null ? "" : ` (exit ${exit_code})`;

/** What failed, and of what was printed the lines that tell of it. */
export const briefLines = (brief: FailureBrief): readonly string[] => {
  const head = brief.command === null ? [] : [`${printable(brief.command)}${exitInWords(brief)}`];
  const told = toldLines(printableText(brief.primary_error_excerpt), brief.command !== null, EXCERPT_LINES);
  return [...head, ...told.map((line) => line ?? "…")];
};

const MOST_TESTS = 5;

/** The tests that failed, each by its name and its place; empty if nothing names them. */
export const failingTests = ({ command, primary_error_excerpt }: FailureBrief): readonly string[] => {
  if (command === null) return [];
  const named = failuresIn(printableText(primary_error_excerpt)).map(({ name, place }) =>
    printable(place === null ? name : `${name} (${place})`),
  );
  const more = named.length - MOST_TESTS;
  return more > 0 ? [...named.slice(0, MOST_TESTS), `${more} more`] : named;
};
