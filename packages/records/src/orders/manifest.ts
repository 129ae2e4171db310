import { isJsonObject, type JsonValue, listMember, readJson } from "@llmch/contract";
import { normalizeManifest } from "@llmch/planner";
import type { PlanDocument } from "./plan-document.ts";

/** The manifest of a plan; null if it is not JSON. */
export const manifestOf = (plan: PlanDocument): JsonValue => {
  if (plan.kind !== "manifest") return plan.kind === "orders" ? plan.document : null;
  const read = readJson(plan.text);
  return read.ok ? read.value : null;
};

/** The orders of a manifest, normalised; they need not be valid. Empty if it has none. */
export const ordersOf = (manifest: JsonValue): readonly JsonValue[] => {
  const normalized = normalizeManifest(manifest);
  return isJsonObject(normalized) ? listMember(normalized, "work_orders") : [];
};
