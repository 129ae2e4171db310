import { type JsonObject, quoteAsData } from "@llmch/contract";
import { CHANGED_ORDERS } from "./revision.ts";

/** An existing plan, and what its user wants changed. */
export interface PlanFeedback {
  /** In the form that `standingPlanText` writes. */
  readonly plan: string;
  readonly feedback: string;
}

/** A plan in the form of a model's answer: without what is computed for each order. */
export const standingPlanText = (plan: {
  readonly whole: JsonObject;
  readonly orders: readonly JsonObject[];
}): string => {
  const work_orders = plan.orders.map(({ $schema: _, provenance: __, verify_exempt: ___, ...order }) => order);
  return `${JSON.stringify({ system_overview: [], verify_contract: null, ...plan.whole, work_orders }, null, 2)}\n`;
};

/** The request to change a plan: the first prompt, word for word, then the plan and the feedback. */
export const feedbackPrompt = (firstPrompt: string, { plan, feedback }: PlanFeedback): string =>
  [
    firstPrompt.trimEnd(),
    "# A plan stands already, and its user wants it changed",
    "The specification above has been planned. Below are that plan and what its user says of it. Change what the user asks for, and what " +
      "has to change with it: what other orders need, the verify contract, the overview. Every other order stays word for word as it is, " +
      "but for its id: ids count on from WO-01 without a gap, in the sequence in which the orders are carried out. Commits may " +
      "exist of the first orders, so new work comes after them where it can. Where the user says nothing, the specification decides, and " +
      "all rules above hold for the new plan too.",
    "## The plan that stands",
    quoteAsData("standing plan", plan),
    "## What the user wants changed",
    quoteAsData("feedback", feedback),
    CHANGED_ORDERS,
  ].join("\n\n");
