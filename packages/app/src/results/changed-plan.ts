import type { RevisedPlan } from "@llmch/plan";
import { canonicalJson } from "@llmch/text";
import { z } from "zod";
import { document } from "../members.ts";
import { spentSchema } from "./spent.ts";

/** What a new plan changes in the one that stands. */
export const changedPlanSchema = () =>
  z.object({
    changes: z.array(document("an order that was added, changed, removed or kept")),
    whole: document("what the two plans say about the whole").optional(),
    takenUp: z.boolean().describe("whether it replaced the plan"),
    cached: z.boolean(),
    spent: spentSchema(),
    estimate: document("what carrying it out may cost").optional(),
    next: z.string().optional(),
  });

type Changed = Pick<RevisedPlan, "changes" | "whole">;

/** Whether the two plans say different things about the whole. */
export const isOther = ({ before, after }: Changed["whole"]): boolean => canonicalJson(before) !== canonicalJson(after);

/** `1 added, 2 changed`; null if there is no change. */
export const changesInWords = ({ changes, whole }: Changed): string | null => {
  const counts = (["added", "changed", "removed"] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  if (counts.length > 0) return counts.join(", ");
  if (changes.some((change) => change.kind === "kept" && change.before.id !== change.after.id))
    return "another sequence";
  return isOther(whole) ? "the plan as a whole changed" : null;
};

/** The changes, as results have them. */
export const changesOf = ({ changes, whole }: Changed) => ({
  changes: changes.map((change) => ({ ...change })),
  ...(isOther(whole) ? { whole: { ...whole } } : {}),
});
