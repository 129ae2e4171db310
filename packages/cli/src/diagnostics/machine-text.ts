import type { Outcome } from "../outcome.ts";
import { githubCommands } from "./github.ts";
import { sarifLog } from "./sarif.ts";

/** How a command ended, for programs that show diagnostics: the whole of what stands on standard output. */
export const machineText = (
  format: "sarif" | "github",
  outcome: Outcome,
  place: { readonly version: string; readonly cwd: string },
): string => (format === "sarif" ? sarifLog(outcome, place) : githubCommands(outcome, place));
