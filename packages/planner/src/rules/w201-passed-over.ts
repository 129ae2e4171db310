import { isJsonObject, type JsonObject, type JsonValue, member } from "@llmch/text";
import { quote } from "../quote.ts";
import { REQUIREMENT_KINDS } from "../verify-contract.ts";
import type { Finding } from "./rule.ts";

/** Parts of a manifest that no other rule judges and that the plan drops. The warning keeps them from vanishing silently. */
export const passedOver = (manifest: JsonValue): readonly Finding[] =>
  isJsonObject(manifest) ? [...overviewFaults(manifest), ...requirementFaults(manifest)] : [];

const finding = (field: string, message: string, pointer = `/${field}`): Finding => ({
  ...{ code: "W201", field, message, pointer },
});

const overviewFaults = (manifest: JsonObject): readonly Finding[] => {
  const overview = member(manifest, "system_overview") ?? [];
  return Array.isArray(overview) && overview.every((line) => typeof line === "string")
    ? []
    : [finding("system_overview", `\`system_overview\` is ${quote(overview)}, not a list of strings`)];
};

const requirementFaults = (manifest: JsonObject): readonly Finding[] => {
  const contract = member(manifest, "verify_contract");
  const requires = (isJsonObject(contract) ? member(contract, "requires") : null) ?? [];
  if (!Array.isArray(requires)) {
    return [
      finding(
        "verify_contract",
        `\`verify_contract.requires\` is ${quote(requires)}, not a list`,
        "/verify_contract/requires",
      ),
    ];
  }
  return requires.flatMap((item: JsonValue, index) => {
    if (isCondition(item)) return [];
    const message = `\`verify_contract.requires\` has ${quote(item)}, which is no condition`;
    return [finding("verify_contract", message, `/verify_contract/requires/${index}`)];
  });
};

const isCondition = (item: JsonValue): boolean =>
  isJsonObject(item) && isKind(member(item, "kind")) && typeof member(item, "path") === "string";

const isKind = (kind: JsonValue | undefined): boolean => REQUIREMENT_KINDS.some((known) => known === kind);
