import type { Outcome, OutcomeWarning } from "@llmch/app";
import { verdictInWords } from "@llmch/story";
import { printable } from "@llmch/text";
import type { Console } from "../console/console.ts";
import type { View } from "../view.ts";

/** A text, as it is. */
export const text: View = ({ lines, result }: Outcome<{ readonly script?: string }>) => ({
  lines: lines ?? [result?.script?.trimEnd() ?? ""],
});

/** What was recorded, and how to go on. */
export const decided: View = ({ result }: Outcome<Decided>) => ({
  lines: result === null ? [] : [`PASS  ${DONE[result.decision]} ${printable(result.id)}`],
  next: result === null ? [] : [`to go on:\n  ${printable(result.next)}`],
});
const DONE = { approve: "approved", reject: "rejected", answer: "answered" } as const;
interface Decided {
  readonly id: string;
  readonly decision: keyof typeof DONE;
  readonly next: string;
}

/** How the run ended that was watched; if it did not, the errors say why. */
export const watch: View = ({ result, verdict, exitCode, errors = [] }: Outcome<{ readonly what: string }>) => ({
  lines: result === null || errors.length > 0 ? [] : [`${verdictInWords(verdict, exitCode)}  ${result.what}`],
});

/** Where a report's page is. */
export const report: View = ({ result, warnings }: Outcome<{ readonly file: string }>, _, console) => {
  tellWarnings(warnings, console);
  return { lines: result === null ? [] : [printable(result.file)] };
};

/** Prints warnings, one line each. */
export const tellWarnings = (
  warnings: readonly OutcomeWarning[] = [],
  console: Pick<Console, "error" | "colors">,
): void => {
  for (const { message } of warnings) console.error(console.colors.yellow(`warning: ${printable(message)}`));
};
