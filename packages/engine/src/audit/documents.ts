import { join } from "node:path";
import { isJsonObject, type JsonObject, member, REDACTED, REDACTED_BEFORE, readJson } from "@llmch/contract";
import { readOwnText } from "@llmch/store";
import { type Finding, fault } from "./finding.ts";

/** A JSON document of a run. One that is not there, or is no object, is a finding. */
export type ReadDocument =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly finding: Finding };

/** @param where the run's name in findings */
export const readDocument = async (directory: string, where: string, name: string): Promise<ReadDocument> => {
  const no = (what: string, code: "record" | "file-missing" = "record"): ReadDocument => ({
    ok: false,
    finding: fault(code, `${where}/${name}`, what),
  });
  const text = readOwnText(join(directory, name));
  if (!text.ok) return no(text.issues[0], "file-missing");
  const json = readJson(text.value);
  if (!json.ok) return no(`it is not JSON: ${json.issues[0].message}`);
  return isJsonObject(json.value) ? { ok: true, value: json.value } : no("it is no JSON object");
};

/** A member that is a text, or null. */
export const textMember = (object: JsonObject, name: string): string | null => {
  const value = member(object, name);
  return typeof value === "string" ? value : null;
};

/** A member that is an object; an empty one in the place of anything else. */
export const objectMember = (object: JsonObject, name: string): JsonObject => {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
};

/** The objects in a member that is a list. */
export const objectsMember = (object: JsonObject, name: string): readonly JsonObject[] => {
  const value = member(object, name);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
};

/** True where a secret was taken out of a document as it was recorded, so that it is not what was hashed. */
export const isRedacted = (document: JsonObject): boolean => {
  const text = JSON.stringify(document);
  return text.includes(REDACTED) || text.includes(REDACTED_BEFORE);
};
