import type { RevisedPlan } from "@llmch/plan";
import type { OrderChange } from "@llmch/planner";
import { z } from "zod";
import { document } from "../../description/members.ts";
import { questionsSchema } from "./plan.ts";
import { spentSchema } from "./spent.ts";

/** What a new plan changes in the one that stands. */
export const changedPlanSchema = () =>
  z.object({
    changes: z.array(document<OrderChange>("an order that was added, changed, removed or kept")),
    whole: document<RevisedPlan["whole"]>("what the two plans say about the whole").optional(),
    takenUp: z.boolean().describe("whether it replaced the plan"),
    questions: questionsSchema().optional(),
    cached: z.boolean(),
    spent: spentSchema(),
    estimate: document("what carrying it out may cost").optional(),
    next: z.string().optional(),
  });

export type ChangedPlan = z.output<ReturnType<typeof changedPlanSchema>>;

/** `1 added, 2 changed`; null if there is no change. */
export const changesInWords = ({ changes, whole }: Pick<RevisedPlan, "changes" | "whole">): string | null => {
  const counts = (["added", "changed", "removed"] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  if (counts.length > 0) return counts.join(", ");
  if (changes.some((change) => change.kind === "kept" && change.before.id !== change.after.id))
    return "another sequence";
  return whole === undefined ? null : "the plan as a whole changed";
};
