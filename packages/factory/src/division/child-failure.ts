import { type FailureBrief, firstCharacters, type Stage } from "@llmch/contract";
import { briefOf } from "../brief.ts";
import type { OrderJob } from "../order-job.ts";
import { hiddenChecks } from "../prompt/hidden-checks.ts";
import type { ChildOrder } from "./division.ts";

/** These would end an order, and say of the division alone that it was no good. */
const OF_DIVISION: ReadonlySet<Stage> = new Set<Stage>(["preflight", "objected"]);

/** Why an order's attempt failed with a child of it. A hidden check of the child is not told. */
export const briefOfChild = (
  job: Pick<OrderJob, "order" | "settings">,
  { order: child }: Pick<ChildOrder, "order">,
  brief: FailureBrief,
): FailureBrief => {
  const { stage, command, exit_code, primary_error_excerpt } = hiddenChecks(child).brief(brief);
  const whose = `${child.id} (${child.title}), which the order was divided into, failed at ${stage}:`;
  const most = job.settings.excerpt_characters;
  const reason = `${firstCharacters(whose, Math.floor(most / 4))}\n${primary_error_excerpt}`;
  return { ...briefOf(OF_DIVISION.has(stage) ? "llm_output_invalid" : stage, job, reason), command, exit_code };
};
