import { existsSync } from "node:fs";
import { join } from "node:path";
import { DESIGN_FILE, type Design, namesDesignSchema, readDesign } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { readTextFile } from "@llmch/files";
import type { Designing } from "@llmch/planner";
import {
  accepted,
  isJsonObject,
  type JsonValue,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
} from "@llmch/text";

/** Far more than any design needs. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * The design in a folder of orders; null if there is none. Other programs also use that file name: a file that neither has a design's
 * members nor declares itself a design is ignored. A faulty design is refused.
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
  const message = `${path} is not a usable design (${first}${others})`;
  return rejected(refusal("unreadable-input", message, "fix it, or remove it"));
};

const isMeant = (value: JsonValue): boolean =>
  namesDesignSchema(value) || (isJsonObject(value) && Array.isArray(value.modules) && Array.isArray(value.interfaces));

/** The same for a folder in a run's record; an unreadable design counts as none. */
export const recordedDesign = async (folder: string): Promise<Design | null> => {
  const found = await designIn(folder);
  return found.ok ? found.value : null;
};

/** How the work is designed, according to the settings; null if it is not. */
export const designingBy = async (
  { design }: Pick<Settings, "design">,
  templates: string,
): Promise<Result<Designing | null, Refusal>> => {
  if (!design.make) return accepted(null);
  const template = await readTextFile(join(templates, "DESIGN_PROMPT.md"));
  return template.ok ? accepted({ template: template.value, model: design.model }) : template;
};
