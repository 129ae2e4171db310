import { join } from "node:path";
import type { Settings } from "@llmch/contract/settings";
import type { ReviewJob } from "@llmch/factory";
import { readTextFile } from "@llmch/files";
import { limitsFor } from "@llmch/records";

/** How a run's orders are reviewed, according to its settings; null for no review. Throws if the installation lacks the prompt. */
export const reviewJobOf = async (
  { review: { model, rounds, on_failure: onFailure }, models }: Pick<Settings, "review" | "models">,
  templates: string,
): Promise<ReviewJob | null> => {
  if (model === null) return null;
  const template = await readTextFile(join(templates, "REVIEWER_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);
  return { template: template.value, limits: limitsFor([model], models), rounds, onFailure };
};
