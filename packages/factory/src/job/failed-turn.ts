import type { ModelFailureReason, ModelReply, Stage } from "@llmch/contract";
import { briefOf } from "./brief.ts";
import { type GateOutcome, shut } from "./gate-outcome.ts";
import type { OrderJob } from "./order-job.ts";

/** Failures caused by the record or the request itself: even a healthy server would refuse it again. */
const OF_THE_REQUEST: ReadonlySet<ModelFailureReason> = new Set<ModelFailureReason>([
  "missing-exchange",
  "request-changed",
  "refused-request",
  "incomplete",
]);

const stageOf = (reason: ModelFailureReason): Stage => (OF_THE_REQUEST.has(reason) ? "exception" : "model_unavailable");

/** How an attempt ends if its model gave no answer. */
export const failedTurn = (
  job: OrderJob,
  { reason, message, hint }: Extract<ModelReply, { readonly kind: "failed" }>,
): GateOutcome<never> => {
  if (reason === "interrupted") return { kind: "interrupted" };
  if (reason === "limit") return { kind: "limited", message, hint };
  return shut(briefOf(stageOf(reason), job, `${message}: ${hint}`));
};
