import { portableModelName } from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
import { canonicalJson, type JsonObject, sha256Hex } from "@llmch/text";

/**
 * The first 16 hex digits of the hash of what a plan is compiled from: the same inputs give the same hash on every machine (contract §4).
 */
export const compileHash = (inputs: {
  readonly spec: string;
  readonly template: string;
  readonly settings: Pick<PlannerSettings, "model" | "reasoning_effort">;
}): string =>
  sha256Hex(
    canonicalJson({
      spec_sha256: sha256Hex(inputs.spec),
      template_sha256: sha256Hex(inputs.template),
      model: inputs.settings.model.map(portableModelName).join(", "),
      reasoning_effort: inputs.settings.reasoning_effort,
    }),
  ).slice(0, 16);

/** SHA-256 of the canonical JSON of a final manifest whose orders have no provenance yet (contract §4). */
export const manifestSha256 = (manifest: JsonObject): string => sha256Hex(canonicalJson(manifest));
