import type { ModelFailureReason, ModelReply } from "@llmch/contract";
import type { ExplorerReply } from "./ports.ts";

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

/** The same of a model that looks around: exit 1 if it came to no end. */
export type ExplorerFailure =
  | ModelFailure
  | { readonly kind: "stuck"; readonly message: string; readonly hint: string };

export const explorerFailure = (reply: Exclude<ExplorerReply, { kind: "answered" }>): ExplorerFailure =>
  reply.kind === "failed"
    ? failureOf(reply)
    : { kind: "stuck", message: `the planner gave no answer: ${reply.why}`, hint: STUCK_HINT };

const STUCK_HINT = "raise agent.turns, name a stronger model, or do without tools: --agent off";
