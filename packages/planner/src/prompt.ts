import { fillTemplate, quoteAsData, type Refusal, refusal } from "@llmch/contract";

const SPEC_PLACEHOLDER = "{{PRODUCT_SPEC}}";

export interface PromptParts {
  readonly spec: string;
  readonly template: string;
  readonly doctrine: string;
  /** The target repo's map; null where no repo was given. */
  readonly repoHints: string | null;
}

/** Why a template cannot carry a spec, or null. To be asked before anything is sent (contract §4). */
export const templateFault = (template: string, name: string): Refusal | null =>
  template.includes(SPEC_PLACEHOLDER)
    ? null
    : refusal(
        "unreadable-input",
        `the template ${name} has no ${SPEC_PLACEHOLDER}`,
        `put ${SPEC_PLACEHOLDER} where the spec belongs`,
      );

/** The first prompt of a compile. Placeholders inside the spec or the repo's texts are never expanded. */
export const plannerPrompt = ({ spec, template, doctrine, repoHints }: PromptParts): string =>
  fillTemplate(template, {
    PRODUCT_SPEC: quoteAsData("specification", spec),
    DOCTRINE: doctrine.trim(),
    REPO_HINTS: repoHints ?? "No repository is given: the plan starts from an empty one.",
  });
