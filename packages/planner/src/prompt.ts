import { fillTemplate, quoteAsData, type Refusal, refusal } from "@llmch/contract";

const SPEC_PLACEHOLDER = "{{PRODUCT_SPEC}}";

export interface PromptParts {
  readonly spec: string;
  readonly template: string;
  readonly doctrine: string;
  /** The target repo's map; null if there is no repo. */
  readonly repoHints: string | null;
}

/** Why a template cannot carry a spec, or null. The caller asks this before it sends anything (contract §4). */
export const templateFault = (template: string, name: string): Refusal | null =>
  template.includes(SPEC_PLACEHOLDER)
    ? null
    : refusal(
        "unreadable-input",
        `the template ${name} has no ${SPEC_PLACEHOLDER}`,
        `put ${SPEC_PLACEHOLDER} where the spec belongs`,
      );

/** The first prompt of a compile. Never expands placeholders inside the spec or the repo's texts. */
export const plannerPrompt = ({ spec, template, doctrine, repoHints }: PromptParts): string =>
  fillTemplate(template, {
    PRODUCT_SPEC: quoteAsData("specification", spec),
    DOCTRINE: doctrine.trim(),
    REPO_HINTS: repoHints ?? "No repository is given: the plan starts from an empty one.",
  });
