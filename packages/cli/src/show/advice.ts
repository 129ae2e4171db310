import type { FailureBrief, Stage } from "@llmch/app/drawing";
import type { PlanStory } from "@llmch/story";

/** What the user can do about an order that ended at a gate, by where that gate says the fault lies. */
export const adviceFor = ({ stage, command, failed_before, primary_error_excerpt }: FailureBrief): string => {
  if (failed_before === true)
    return "the check failed in the same way before the order: fix it in the repo, or with an order that may write what it needs";
  if (stage === "write_scope_violation" && LINK.test(primary_error_excerpt))
    return "no order writes a symbolic link: allow the file that it leads to, in the order's allowed_files, or put a file in its place";
  if (stage === "preflight" && UNFIT.test(primary_error_excerpt))
    return "no order can be judged there: fix what is named above, then continue";
  return ADVICE[stage](command);
};

/** How a brief begins if what verifies the repo cannot run there. */
const UNFIT = /^(?:`[^\n]*` cannot verify the repo as it is|no command that verifies the repo ended by itself): /;

/** The end of a line about a path that no proposal may write, even if it is allowed. */
const LINK = / is a symbolic link$/m;

/** What the user can do about a plan that was not written; null if it only needs to be resumed. */
export const adviceForPlan = ({ verdict, attempts }: Pick<PlanStory, "verdict" | "attempts">): string | null => {
  const last = attempts.at(-1);
  if (last?.exchange?.failure) return "no answer came: fix what is named above (key, network, record), then continue";
  if (verdict !== "FAIL" || last === undefined) return null;
  return last.manifest === null
    ? "the model does not answer as asked: give it more attempts, or take another model"
    : "see whether the spec tells the model enough, and does not contradict itself; give it more attempts, or say more in the spec";
};

const ADVICE: Readonly<Record<Stage, (command: string | null) => string>> = {
  preflight: () =>
    "the order does not fit the repo as it stands: fix it, have the plan changed with `llmch plan revise`, or plan anew with `--refresh`; no other answer would help",
  llm_output_invalid: () => "the model does not answer as asked: give it more attempts, or take another model",
  write_scope_violation: () =>
    "where the order needs the file that was refused, allow it in the order's allowed_files; else give it more attempts",
  stale_context: () =>
    "the model does not copy the hashes that it is shown: give it more attempts, or take another model",
  write_failed: () => "the file system refused to write: fix that, then continue",
  verify_failed: () =>
    "see whether the failing check tells the model enough; give it more attempts, or say more in the order",
  acceptance_failed: (command) =>
    command === null
      ? "see whether the order's conditions can hold; give it more attempts, or fix the order"
      : "see whether the command asks for what the order says; give it more attempts, or fix the order",
  objected: () =>
    "see whether the objection is right: `llmch revise` asks for a revised order and shows it; if it is wrong, continue with the order as it stands",
  stuck: () =>
    "see what the model looked for in its turns: name that in the order, raise `agent.turns`, or take another model",
  exception: () => "no answer came: fix what the excerpt names (key, network, record), then continue",
  model_unavailable: () =>
    "the model could not be asked: fix what the excerpt names (key, network, quota), then continue; no attempt was used",
};
