import { isJsonObject, type JsonValue, member } from "@llmch/text";
import { type ConditionReading, readConditions } from "./order-reading.ts";
import type { PlanFiles } from "./plan-files.ts";

/** What a verify contract can require: facts that a tree's listing shows. */
export const REQUIREMENT_KINDS = ["file_exists", "file_absent"] as const;

/** The requirements of a manifest's verify contract; none if it is missing, null, empty or not an object. */
export const requirementsOf = (manifest: JsonValue): readonly ConditionReading[] => {
  const contract = isJsonObject(manifest) ? member(manifest, "verify_contract") : undefined;
  return isJsonObject(contract) ? readConditions(member(contract, "requires"), "/verify_contract/requires") : [];
};

/** True if the files so far do not meet the contract, so that verification could not pass (contract §3). */
export const isExempt = (requirements: readonly ConditionReading[], files: PlanFiles): boolean =>
  requirements.some(
    ({ kind, path }) => (kind === "file_exists" && !files.has(path)) || (kind === "file_absent" && files.has(path)),
  );
