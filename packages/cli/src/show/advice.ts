import { type Brief, STAGE_EXPLANATIONS } from "@llmch/story";

/** What the user can do about an order that ended at a gate: what `llmch explain` says of it, unless the repo was at fault before. */
export const adviceFor = ({ stage, failed_before }: Brief): string =>
  failed_before === true && stage !== "plan_acceptance_failed"
    ? "the check failed in the same way before the order: fix it in the repo, or with an order that may write what it needs"
    : STAGE_EXPLANATIONS[stage].hint;
