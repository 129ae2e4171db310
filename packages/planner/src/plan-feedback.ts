import { isJsonObject, type JsonObject, quoteAsData, readJson } from "@llmch/text";
import { CHANGED_ORDERS } from "./revision.ts";

/** An existing plan, and what its user wants changed. */
export interface PlanFeedback {
  /** In the form that `standingPlanText` writes. */
  readonly plan: string;
  readonly feedback: string;
}

/**
 * A plan in the form of a model's answer: without what is computed for each order.
 * @param unnoticed faults in what its orders have committed that none of their checks noticed
 */
export const standingPlanText = (
  plan: { readonly whole: JsonObject; readonly orders: readonly JsonObject[] },
  unnoticed: readonly JsonObject[] = [],
): string => {
  const work_orders = plan.orders.map(({ $schema: _, provenance: __, verify_exempt: ___, ...order }) => order);
  const more = unnoticed.length === 0 ? {} : { unnoticed };
  const answer = { system_overview: [], verify_contract: null, ...plan.whole, work_orders, ...more };
  return `${JSON.stringify(answer, null, 2)}\n`;
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
    ...(tellsOfFaults(plan) ? [UNNOTICED] : []),
    "## What the user wants changed",
    quoteAsData("feedback", feedback),
    CHANGED_ORDERS,
  ].join("\n\n");

const tellsOfFaults = (plan: string): boolean => {
  const read = readJson(plan);
  return read.ok && isJsonObject(read.value) && Object.hasOwn(read.value, "unnoticed");
};

const UNNOTICED =
  "Its `unnoticed` is no part of the plan, but facts about its checks: faults that were made on purpose in what its orders have committed, and " +
  "that every check passed over. `before` is what was committed, and `after` the fault; if `line` is null, the whole file was put back as it was before its order. " +
  "If what the user asks for touches them, have acceptance commands notice them.";
