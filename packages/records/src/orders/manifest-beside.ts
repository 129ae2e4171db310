import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { SourceText } from "@llmch/config";
import type { Diagnostic } from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { MANIFEST_FILE } from "@llmch/store";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  pythonStrip,
  type Refusal,
  readJson,
  textMember,
} from "@llmch/text";

/** The manifest beside a directory's orders. */
export interface ManifestBeside {
  /** Null if there is none, or if it cannot be read. */
  readonly file: SourceText | null;
  /** Null if there is none, or if it cannot be used. */
  readonly document: JsonObject | null;
  /** Why it cannot be used: unreadable, or no JSON object. Null if it can, or if there is none. */
  readonly fault: Refusal | Diagnostic | null;
  /** False only for a file that was read and is not JSON. */
  readonly isJson: boolean;
}

const NONE: ManifestBeside = { file: null, document: null, fault: null, isJson: true };

/** Reads it. Refuses a link that leads out of the directory, because somebody else may have prepared it. */
export const readManifestBeside = async (directory: string): Promise<ManifestBeside> => {
  const path = join(directory, MANIFEST_FILE);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return NONE;
  const text = await readTextFile(path, { links: { within: directory } });
  if (!text.ok) return { ...NONE, fault: text.issues[0] };
  const file = { path, text: text.value };
  const manifest = readJson(text.value);
  if (!manifest.ok)
    return { ...NONE, file, isJson: false, fault: notJson(MANIFEST_FILE, manifest.issues[0].message, PLACE) };
  if (!isJsonObject(manifest.value))
    return { ...NONE, file, fault: unreadable(`${MANIFEST_FILE} holds no JSON object`, PLACE) };
  return { ...NONE, file, document: manifest.value };
};

/** A manifest's verify contract, or null if it has none. */
export const verifyContractOf = (manifest: JsonValue): JsonValue =>
  (isJsonObject(manifest) ? member(manifest, "verify_contract") : null) ?? null;

/** The verify contract in the manifest beside a directory's orders; null if there is none. */
export const verifyContractBeside = async (directory: string): Promise<JsonValue> =>
  verifyContractOf((await readManifestBeside(directory)).document);

/** The command of its verify contract, or null if it has none. */
export const verifyCommandOf = (manifest: JsonValue): string | null => {
  const contract = verifyContractOf(manifest);
  const command = isJsonObject(contract) ? textMember(contract, "command") : null;
  return pythonStrip(command ?? "") || null;
};

/** The part of the plan that the manifest beside the orders contributes. */
const PLACE = "/verify_contract";

/** @param pointer the part of the plan that the file should contain */
export const notJson = (name: string, why: string, pointer: string): Diagnostic =>
  unreadable(`${name} is not JSON: ${why}`, pointer);

const unreadable = (message: string, pointer: string): Diagnostic => ({
  code: "E000",
  wo_id: null,
  message,
  field: null,
  pointer,
});
