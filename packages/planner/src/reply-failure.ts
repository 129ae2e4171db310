import type { ModelFailureReason, ModelReply } from "@llmch/contract";

/** Why there is no answer to continue with. */
export type ModelFailure =
  /** Exit 3: no answer came. */
  | {
      readonly kind: "model-failed";
      readonly reason: ModelFailureReason;
      readonly message: string;
      readonly hint: string;
    }
  /** Exit 5: a limit of the budget was reached. */
  | { readonly kind: "limited"; readonly message: string; readonly hint: string }
  /** Exit 130. */
  | { readonly kind: "interrupted" };

export const failureOf = (reply: Extract<ModelReply, { kind: "failed" }>): ModelFailure => {
  const { reason, message, hint } = reply;
  if (reason === "interrupted") return { kind: "interrupted" };
  return reason === "limit" ? { kind: "limited", message, hint } : { ...reply, kind: "model-failed" };
};
