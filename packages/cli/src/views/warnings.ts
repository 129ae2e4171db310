import type { OutcomeWarning } from "@llmch/app";
import { printable } from "@llmch/app/drawing";
import type { Console } from "../console/console.ts";

/** Prints warnings, one line each. */
export const tellWarnings = (
  warnings: readonly OutcomeWarning[] = [],
  console: Pick<Console, "error" | "colors">,
): void => {
  for (const { message } of warnings) console.error(console.colors.yellow(`warning: ${printable(message)}`));
};
