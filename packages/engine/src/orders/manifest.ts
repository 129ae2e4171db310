import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, isJsonObject, type JsonValue, listMember, type Refusal, readJson } from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { normalizeManifest } from "@llmch/planner";
import { MANIFEST_FILE } from "@llmch/store";
import { type PlanDocument, readContract } from "./plan-document.ts";

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

/** Why the manifest beside a directory's orders cannot be used; null if it can, or if there is none. */
export const manifestFault = async (directory: string): Promise<Refusal | Diagnostic | null> => {
  if (lstatSync(join(directory, MANIFEST_FILE), { throwIfNoEntry: false }) === undefined) return null;
  const read = await readContract(directory);
  return read.ok ? read.value.fault : read.issues[0];
};

/** The manifest beside a directory's orders; null if there is no readable one. */
export const manifestBeside = async (directory: string): Promise<JsonValue> => {
  const text = await readTextFile(join(directory, MANIFEST_FILE), { links: { within: directory } });
  const read = text.ok ? readJson(text.value) : null;
  return read?.ok === true ? read.value : null;
};
