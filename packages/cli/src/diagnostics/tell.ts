import type { PlanSource } from "@llmch/app";
import type { Located } from "@llmch/app/locate";
import type { Console } from "../console/console.ts";
import type { Shown } from "../options.ts";
import type { Findings } from "./print.ts";

/**
 * Prints diagnostics on stderr: with their places for people, one line each if stdout has a document of them, and not at all if stdout has
 * them in the same log. Returns them with their places for formats that show those.
 */
export const tellDiagnostics = async (
  { errors, warnings }: Findings,
  source: PlanSource,
  { format = "text", quiet }: Pick<Shown, "quiet" | "format">,
  { console, cwd }: { readonly console: Console; readonly cwd: string },
): Promise<readonly Located[]> => {
  const diagnostics = [...errors, ...warnings];
  if (diagnostics.length === 0) return [];
  const isForPeople = format === "text" && !quiet;
  if (!isForPeople && format !== "github") {
    for (const found of errors) console.diagnostic(found, true);
    for (const found of warnings) console.diagnostic(found, false);
  }
  if (format === "json" || (format === "text" && quiet)) return [];
  if (!isForPeople) return (await import("@llmch/app/locate")).locate(diagnostics, source);
  (await import("./print.ts")).printDiagnostics({ errors, warnings }, source, console, cwd);
  return [];
};
