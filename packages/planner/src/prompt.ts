import { type Design, fillTemplate, quoteAsData, type Refusal, refusal } from "@llmch/contract";
import { designForPlan } from "./design/prompt.ts";
import { feedbackPrompt, type PlanFeedback } from "./plan-feedback.ts";
import { PLAN_STARTS, planStart, templateFor } from "./template-sections.ts";

/** The hint if no repo is given. */
export const NO_REPO_HINTS = "No repository is given: the plan starts from an empty one.";

const SPEC_PLACEHOLDER = "{{PRODUCT_SPEC}}";

export interface PromptParts {
  readonly spec: string;
  readonly template: string;
  readonly doctrine: string;
  /** The target repo's map; null if there is no repo. */
  readonly repoHints: string | null;
  /** The target repo's files, as listed in contract §3; empty without a repo. */
  readonly repoFiles: readonly string[];
  /** The plan to change, if one exists. */
  readonly standing?: PlanFeedback | null;
  /** The design that the plan must follow, if there is one. */
  readonly design?: Design | null;
}

/** Why a template cannot carry a spec, or null. Callers check this before they send anything (contract §4). */
export const templateFault = (template: string, name: string): Refusal | null =>
  PLAN_STARTS.every((start) => templateFor(template, start).includes(SPEC_PLACEHOLDER))
    ? null
    : refusal(
        "unreadable-input",
        `the template ${name} has no ${SPEC_PLACEHOLDER}`,
        `put ${SPEC_PLACEHOLDER} where the spec belongs`,
      );

/**
 * The first prompt of a compile. Keeps the template's sections for the repo's kind: new program or existing code. Never expands
 * placeholders inside the spec or the repo's texts.
 */
export const plannerPrompt = ({
  spec,
  template,
  doctrine,
  repoHints,
  repoFiles,
  standing,
  design,
}: PromptParts): string => {
  const filled = fillTemplate(templateFor(template, planStart(repoFiles)), {
    PRODUCT_SPEC: quoteAsData("specification", spec),
    DOCTRINE: doctrine.trim(),
    REPO_HINTS: repoHints ?? NO_REPO_HINTS,
  });
  const prompt = design == null ? filled : [filled.trimEnd(), designForPlan(design)].join("\n\n");
  return standing == null ? prompt : feedbackPrompt(prompt, standing);
};
