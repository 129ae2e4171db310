import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  accepted,
  DESIGN_FILE,
  type Design,
  isJsonObject,
  type JsonValue,
  namesDesignSchema,
  type Refusal,
  type Result,
  readDesign,
  readJson,
  refusal,
  rejected,
} from "@llmch/contract";
import { readTextFile } from "@llmch/files";

/** Far more than a design may have. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * The design that lies in a folder beside its orders; null if there is none. Other programs have files of that name: what is no
 * design by its members, and does not say that it is one, is left alone. A design with faults is refused.
 */
export const designIn = async (folder: string): Promise<Result<Design | null, Refusal>> => {
  const path = join(folder, DESIGN_FILE);
  if (!existsSync(path)) return accepted(null);
  const text = await readTextFile(path, { maxBytes: MOST_BYTES, links: { within: folder } });
  const json = text.ok ? readJson(text.value) : null;
  if (json === null || !json.ok || !isMeant(json.value)) return accepted(null);
  const design = readDesign(json.value);
  if (design.ok) return design;
  const [first, ...more] = design.issues;
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  const message = `${path} is no design that can be taken (${first}${others})`;
  return rejected(refusal("unreadable-input", message, "mend it, or take it away"));
};

const isMeant = (value: JsonValue): boolean =>
  namesDesignSchema(value) || (isJsonObject(value) && Array.isArray(value.modules) && Array.isArray(value.interfaces));

/** The same for a folder of a run's own; what cannot be read there is none. */
export const recordedDesign = async (folder: string): Promise<Design | null> => {
  const found = await designIn(folder);
  return found.ok ? found.value : null;
};
