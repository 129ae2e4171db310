import { sep } from "node:path";
import type { Diagnostic, OutcomeError } from "@llmch/app";
import { formatRefusal, isError } from "@llmch/text";
import type { DrawnOutcome } from "../outcome.ts";

/** Why a command could not judge, with its hint; paths below `cwd` become relative to it. */
export const faultText = (fault: OutcomeError, cwd: string): string => {
  const hint = "hint" in fault ? fault.hint : undefined;
  const text = hint === undefined ? fault.message : formatRefusal({ message: fault.message, hint });
  return text.replaceAll(`${cwd}${sep}`, "");
};

/** Tells which diagnostics of an outcome are errors: with --strict, warnings are among its errors too. */
export const countsAsError = ({ errors = [] }: Pick<DrawnOutcome, "errors">): ((found: Diagnostic) => boolean) => {
  const codes = new Set(errors.map(({ code }) => code));
  return (found) => isError(found) || codes.has(found.code);
};
