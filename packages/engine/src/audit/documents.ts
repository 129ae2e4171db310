import { join } from "node:path";
import { isJsonObject, type JsonObject, REDACTED, REDACTED_BEFORE, readJson } from "@llmch/contract";
import { readOwnText } from "@llmch/store";
import { type Finding, fault } from "./finding.ts";

/** A JSON document of a run. If it is missing or not an object, that is a finding. */
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
  return isJsonObject(json.value) ? { ok: true, value: json.value } : no("it is not a JSON object");
};

/** True if a secret was redacted when a document was recorded, so that it is not what was hashed. */
export const isRedacted = (document: JsonObject): boolean => {
  const text = JSON.stringify(document);
  return text.includes(REDACTED) || text.includes(REDACTED_BEFORE);
};
