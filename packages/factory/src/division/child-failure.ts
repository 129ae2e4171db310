import { type FailureBrief, firstCharacters, type Stage } from "@llmch/contract";
import { briefOf } from "../brief.ts";
import type { OrderJob } from "../order-job.ts";
import { hiddenChecks } from "../prompt/hidden-checks.ts";
import type { ChildOrder } from "./division.ts";

/** These stages end an order, but for a child they only mean that the division was bad. */
const OF_DIVISION: ReadonlySet<Stage> = new Set<Stage>(["preflight", "objected"]);

/** The brief of an attempt that failed because a child failed. Does not reveal the child's hidden checks. */
export const briefOfChild = (
  job: Pick<OrderJob, "order" | "settings">,
  { order: child }: Pick<ChildOrder, "order">,
  brief: FailureBrief,
): FailureBrief => {
  const { stage, command, exit_code, primary_error_excerpt } = hiddenChecks(child).brief(brief);
  const whose = `${child.id} (${child.title}), which the order was divided into, failed at ${stage}:`;
  const most = job.settings.excerptCharacters;
  const reason = `${firstCharacters(whose, Math.floor(most / 4))}\n${primary_error_excerpt}`;
  return { ...briefOf(OF_DIVISION.has(stage) ? "llm_output_invalid" : stage, job, reason), command, exit_code };
};
