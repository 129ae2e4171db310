import { isJsonObject, type JsonFault, type JsonValue, member, readJson } from "@llmch/contract";
import { type CheckOptions, checkManifest, checkUnreadable, type PlanCheck } from "./check.ts";

/** A file of a directory of orders, by name. */
export interface OrderFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Judges a directory of orders as one plan (contract §3): the files in the order given, which is by number, under the
 * verify contract of the manifest beside them, where there is one. `json` is false where a file is not JSON.
 */
export const checkDirectory = (
  files: readonly OrderFile[],
  manifest: OrderFile | null,
  options: CheckOptions,
): PlanCheck & { readonly json: boolean } => {
  const unreadable: { name: string; fault: JsonFault }[] = [];
  const read = ({ name, text }: OrderFile): JsonValue => {
    const json = readJson(text);
    if (json.ok) return json.value;
    unreadable.push({ name, fault: json.issues[0] });
    return null;
  };
  const work_orders = files.map(read);
  const plan = manifest === null ? null : read(manifest);
  const verify_contract = (isJsonObject(plan) ? member(plan, "verify_contract") : null) ?? null;
  return unreadable.length === 0
    ? { ...checkManifest({ verify_contract, work_orders }, options), json: true }
    : { ...checkUnreadable(unreadable), json: false };
};
