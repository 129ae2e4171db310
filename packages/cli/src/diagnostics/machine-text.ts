import type { DrawnOutcome } from "../outcome.ts";
import { githubCommands } from "./github.ts";
import { sarifLog } from "./sarif.ts";

/** A command's outcome for programs that show diagnostics: all of standard output. */
export const machineText = (
  format: "sarif" | "github",
  outcome: DrawnOutcome,
  place: { readonly version: string; readonly cwd: string },
): string => (format === "sarif" ? sarifLog(outcome, place) : githubCommands(outcome, place));
