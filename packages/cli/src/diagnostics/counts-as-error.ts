import { type Diagnostic, isError } from "@llmch/app/drawing";
import type { DrawnOutcome } from "../outcome.ts";

/** Tells which diagnostics of an outcome are errors: with --strict, warnings are among its errors too. */
export const countsAsError = ({ errors = [] }: Pick<DrawnOutcome, "errors">): ((found: Diagnostic) => boolean) => {
  const codes = new Set(errors.map(({ code }) => code));
  return (found) => isError(found) || codes.has(found.code);
};
