import { isJsonObject, type JsonValue, objectMember, textMember } from "@llmch/text";
import { documentsOf } from "./documents.ts";
import type { OpenRun } from "./record.ts";
import { specPlace } from "./run-words.ts";
import type { PlanSource } from "./stories/order.ts";

/** A plan's spec, and the run that made the plan. */
export const planInWords = ({ spec, run_id }: PlanSource): string =>
  spec === null ? `of plan ${run_id}, which is not stored here` : `${specPlace(spec)}, plan ${run_id}`;

/** The plan that an order says it comes from, and the spec of that plan; nothing for an order that no plan made. */
export const planOf = (order: JsonValue | null, open: OpenRun): { readonly plan?: PlanSource } => {
  const run_id = isJsonObject(order) ? textMember(objectMember(order, "provenance"), "planner_run_id") : null;
  if (run_id === null) return {};
  const record = open(run_id);
  const inputs = record === null ? {} : objectMember(documentsOf(record).object("run.json"), "inputs");
  return { plan: { run_id, spec: textMember(inputs, "spec_path") } };
};
