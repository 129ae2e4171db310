import type { FailureBrief } from "@llmch/contract";
import { failuresIn, isFailureText, toldLines, withoutFrames } from "@llmch/languages";
import { printable, printableText, shortCommand } from "@llmch/text";

const EXCERPT_LINES = 12;

/** The exit code of a failed command, to append to it; empty if it did not exit by itself. */
export const exitInWords = ({ exit_code, failed_before }: Pick<FailureBrief, "exit_code" | "failed_before">): string =>
  exit_code === null ? "" : ` (exit ${exit_code}${failed_before === true ? ", as before the order" : ""})`;

/** The command that failed, and the lines of its output that say why. */
export const briefLines = (brief: FailureBrief): readonly string[] => {
  const head = brief.command === null ? [] : [`${shortCommand(brief.command)}${exitInWords(brief)}`];
  const told = toldLines(printableText(brief.primary_error_excerpt), brief.command !== null, EXCERPT_LINES);
  return [...head, ...told.map((line) => line ?? "…")];
};

/**
 * What of a failure's excerpt says why, with a null for each gap.
 * @param most how many lines are picked; null for all
 */
export const excerptLines = (
  { command, primary_error_excerpt }: Pick<FailureBrief, "command" | "primary_error_excerpt">,
  most: number | null,
): readonly (string | null)[] => {
  const text = printableText(primary_error_excerpt);
  const all = text.split("\n");
  if (most === null) return all;
  // Our own words, and what was read from a test runner, say at the beginning what is wrong: all of it can be folded.
  return command === null || isFailureText(primary_error_excerpt) ? withoutFrames(all) : toldLines(text, true, most);
};

const MOST_TESTS = 5;

/** The tests that failed, each with its name and place; empty if the output names none. */
export const failingTests = ({ command, primary_error_excerpt }: FailureBrief): readonly string[] => {
  if (command === null) return [];
  const named = failuresIn(printableText(primary_error_excerpt)).map(({ name, place }) =>
    printable(place === null ? name : `${name} (${place})`),
  );
  const more = named.length - MOST_TESTS;
  return more > 0 ? [...named.slice(0, MOST_TESTS), `${more} more`] : named;
};
