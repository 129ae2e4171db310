import type { Surroundings } from "../main.ts";
import type { CommonOptions, DiagnosticFormat } from "../options.ts";
import type { Located, PlanSource } from "./place.ts";

/**
 * Says diagnostics on stderr: with their places where a person reads, in a line each where a document on stdout has them,
 * and not at all where stdout has them in the same log.
 */
export const tellDiagnostics = async (
  located: readonly Located[],
  source: PlanSource,
  { format, quiet }: Pick<CommonOptions, "quiet"> & { readonly format: DiagnosticFormat },
  { console, cwd }: Pick<Surroundings, "console" | "cwd">,
): Promise<void> => {
  if (format === "github" || located.length === 0) return;
  if (quiet || format !== "text") {
    for (const { diagnostic } of located) console.diagnostic(diagnostic);
    return;
  }
  const { printDiagnostics } = await import("./print.ts");
  printDiagnostics(located, source, console, cwd);
};
