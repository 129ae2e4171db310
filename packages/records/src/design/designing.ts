import { join } from "node:path";
import { accepted, type Refusal, type Result } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { readTextFile } from "@llmch/files";
import type { Designing } from "@llmch/planner";

/** How the work is designed, according to the settings; null if it is not. */
export const designingBy = async (
  { design }: Pick<Settings, "design">,
  templates: string,
): Promise<Result<Designing | null, Refusal>> => {
  if (!design.make) return accepted(null);
  const template = await readTextFile(join(templates, "DESIGN_PROMPT.md"));
  return template.ok ? accepted({ template: template.value, model: design.model }) : template;
};
