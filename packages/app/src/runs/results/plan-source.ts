import { join } from "node:path";
import type { PlanSource, SourceText } from "@llmch/config";
import type { Diagnostic } from "@llmch/contract";
import { jsonText, readTextFile } from "@llmch/files";
import { type CompiledPlan, type CompileOutcome, pointersWritten, writtenOrders } from "@llmch/planner";
import { MANIFEST_FILE } from "@llmch/store";
import { answeredDocument } from "@llmch/text";

/**
 * The texts that the last answer's diagnostics are about: the orders as written, or the answer as the run keeps it. Null if there are none.
 * @param place where the orders were written
 * @param directory the run's
 */
export const planSource = async (
  outcome: CompileOutcome,
  place: string,
  directory: string,
): Promise<PlanSource | null> => {
  if (outcome.errors.length + outcome.warnings.length === 0) return null;
  const compiled = join(directory, "compile");
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

/** The last answer's warnings, which point to the orders as written if there are any. */
export const placedWarnings = (outcome: CompileOutcome): readonly Diagnostic[] => {
  if (outcome.kind !== "compiled") return outcome.warnings;
  const written = pointersWritten(outcome.plan);
  return outcome.warnings.map((found) =>
    found.pointer === undefined ? found : { ...found, pointer: written(found.pointer) },
  );
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
