import { isJsonObject, type JsonValue, member, textMember } from "@llmch/contract";
import { manifestBeside } from "./manifest.ts";

/** The verify contract beside a directory's orders, or null if there is none. */
export const planContract = async (directory: string): Promise<JsonValue> => {
  const manifest = await manifestBeside(directory);
  return (isJsonObject(manifest) ? member(manifest, "verify_contract") : null) ?? null;
};

/** Its command, or null if there is none. */
export const plannedCommand = async (directory: string): Promise<string | null> => {
  const contract = await planContract(directory);
  const command = isJsonObject(contract) ? textMember(contract, "command") : null;
  return command?.trim() || null;
};
