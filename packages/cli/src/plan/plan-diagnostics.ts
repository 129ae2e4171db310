import { join } from "node:path";
import { answeredDocument, type Diagnostic } from "@llmch/contract";
import type { Located, PlanSource, SourceText } from "@llmch/engine/text";
import { jsonText, readTextFile } from "@llmch/files";
import { type CompiledPlan, type CompileOutcome, pointersWritten, writtenOrders } from "@llmch/planner";
import { MANIFEST_FILE } from "@llmch/store";
import type { CommandContext } from "../command-context.ts";
import type { PlanOptions } from "../options.ts";

/**
 * Finds the places of the last answer's diagnostics: in the orders as written, or in the answer as the run keeps it. Prints them for
 * people.
 * @param place where the orders were written
 * @param directory the run's
 */
export const placeDiagnostics = async (
  outcome: CompileOutcome,
  place: string,
  directory: string,
  { format, quiet, renderer }: PlanOptions,
  { console, cwd }: CommandContext,
): Promise<readonly Located[]> => {
  const placed = placedIn(outcome);
  const [errors, warnings] = [outcome.errors.map(placed), outcome.warnings.map(placed)];
  const found = [...errors, ...warnings];
  const source = found.length === 0 ? null : await planSource(outcome, place, join(directory, "compile"));
  if (source === null) return [];
  if (format !== "text") return (await import("../diagnostics/locate.ts")).locate(found, source);
  if (!quiet && renderer !== "json") {
    const { printDiagnostics } = await import("../diagnostics/print.ts");
    console.error("");
    printDiagnostics({ errors, warnings }, source, console, cwd);
  }
  return [];
};

/** Points a diagnostic to the orders as written, if there are any. */
const placedIn = (outcome: CompileOutcome): ((found: Diagnostic) => Diagnostic) => {
  if (outcome.kind !== "compiled") return (found) => found;
  const written = pointersWritten(outcome.plan);
  return (found) => (found.pointer === undefined ? found : { ...found, pointer: written(found.pointer) });
};

const planSource = async (outcome: CompileOutcome, place: string, compiled: string): Promise<PlanSource | null> => {
  switch (outcome.kind) {
    case "compiled":
      return writtenSource(outcome.plan, place);
    case "invalid":
      return manifestSource(join(compiled, `manifest_raw_attempt_${outcome.attempts}.json`));
    case "not-json":
      return manifestSource(join(compiled, `llm_raw_response_attempt_${outcome.attempts}.txt`));
    default:
      return null;
  }
};

const writtenSource = (plan: CompiledPlan, place: string): PlanSource => {
  const texts = writtenOrders(plan).map(([name, document]) => ({ path: join(place, name), text: jsonText(document) }));
  return {
    kind: "orders",
    orders: texts.slice(0, plan.orders.length),
    manifest: texts.find(({ path }) => path.endsWith(MANIFEST_FILE)) ?? null,
  };
};

/** A record that cannot be read is no reason to fail: its diagnostics are shown without their places. */
const manifestSource = async (path: string): Promise<PlanSource> => {
  const read = await readTextFile(path, { links: "none" });
  const text = read.ok ? read.value : "";
  const start = Math.max(0, text.indexOf(answeredDocument(text)));
  const manifest: SourceText = { path, text, start };
  return { kind: "manifest", manifest };
};
