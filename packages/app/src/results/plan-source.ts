import { join } from "node:path";
import type { PlanSource, SourceText } from "@llmch/config";
import type { Diagnostic } from "@llmch/contract";
import { jsonText, readTextFile } from "@llmch/files";
import { type CompiledPlan, type CompileOutcome, pointersWritten, writtenOrders } from "@llmch/planner";
import { MANIFEST_FILE } from "@llmch/store";
import { answeredDocument } from "@llmch/text";

/** Diagnostics of a plan, and the texts that they are about. */
export interface PlacedDiagnostics {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly source: PlanSource;
}

/**
 * The last answer's diagnostics with the texts that they are about: the orders as written, or the answer as the run keeps it. Null if
 * there are none.
 * @param place where the orders were written
 * @param directory the run's
 */
export const placedDiagnostics = async (
  outcome: CompileOutcome,
  place: string,
  directory: string,
): Promise<PlacedDiagnostics | null> => {
  const placed = placedIn(outcome);
  const [errors, warnings] = [outcome.errors.map(placed), outcome.warnings.map(placed)];
  const isAny = errors.length + warnings.length > 0;
  const source = isAny ? await planSource(outcome, place, join(directory, "compile")) : null;
  return source === null ? null : { errors, warnings, source };
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
