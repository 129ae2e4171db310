import type { OrderJob } from "../job/order-job.ts";
import { type Course, courseAfter, failuresOf } from "./escalation.ts";
import type { OrderProgress } from "./progress.ts";
import { beginningOf } from "./triage.ts";

/**
 * Whether the planner still has to revise an order, or say that it stays as it is.
 * @param failed the order's last failed attempt
 */
export const isRevisionDue = (
  failed: number | undefined,
  { before, left }: Pick<OrderProgress, "before" | "left">,
  { next }: Pick<Course, "next">,
): boolean => next === "revise" && failed !== undefined && failed !== before && !left.includes(failed);

/** The same for a resumed order, whose attempts may already be used up. */
export const leavesRevisionDue = (
  progress: OrderProgress,
  { escalation, triage }: Pick<OrderJob, "escalation" | "triage">,
): boolean => {
  const { failed, costs, complexity } = progress;
  const course = courseAfter(escalation ?? [], failuresOf(failed, costs), beginningOf(triage, complexity));
  return isRevisionDue(failed.at(-1)?.attempt, progress, course);
};
