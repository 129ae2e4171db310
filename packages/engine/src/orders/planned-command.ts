import { join } from "node:path";
import { isJsonObject, type JsonValue, member, readJson } from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { MANIFEST_FILE } from "@llmch/store";

/** The verify contract that lies beside a directory's orders, or null where there is none. */
export const planContract = async (directory: string): Promise<JsonValue> => {
  const text = await readTextFile(join(directory, MANIFEST_FILE), { links: { within: directory } });
  const manifest = readJson(text.ok ? text.value : "");
  const contract = manifest.ok && isJsonObject(manifest.value) ? member(manifest.value, "verify_contract") : undefined;
  return contract ?? null;
};

/** Its command, or null where there is none. */
export const plannedCommand = async (directory: string): Promise<string | null> => {
  const contract = await planContract(directory);
  const command = isJsonObject(contract) ? member(contract, "command") : undefined;
  return typeof command === "string" && command.trim() !== "" ? command.trim() : null;
};
