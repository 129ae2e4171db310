import type { Outcome } from "@llmch/app";
import { verdictInWords } from "@llmch/app/drawing";
import type { View } from "../view.ts";

/** How the run ended that was watched; if it did not, the errors say why. */
export const view: View = ({ result, verdict, exitCode, errors = [] }: Outcome<{ readonly what: string }>) => ({
  lines: result === null || errors.length > 0 ? [] : [`${verdictInWords(verdict, exitCode)}  ${result.what}`],
});
