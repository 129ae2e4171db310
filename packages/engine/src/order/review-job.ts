import { join } from "node:path";
import type { ReviewSettings } from "@llmch/contract/settings";
import type { ReviewJob } from "@llmch/factory";
import { readTextFile } from "@llmch/files";

/** How a run's orders are reviewed, according to its settings; null for no review. Throws if the installation lacks the prompt. */
export const reviewJobOf = async (
  { model, rounds, on_failure: onFailure }: ReviewSettings,
  templates: string,
): Promise<ReviewJob | null> => {
  if (model === null) return null;
  const template = await readTextFile(join(templates, "REVIEWER_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);
  return { template: template.value, rounds, onFailure };
};
