import type { ModelFailureReason, ModelReply } from "@llmch/contract";
import type { Server } from "../connections.ts";
import type { LimitReached } from "../money/budget.ts";
import { limitInWords } from "../money/limit-words.ts";
import { describeFault, type ServerFault } from "../transport/fault.ts";
import { isTransient } from "../transport/retry.ts";

export type Failed = Extract<ModelReply, { readonly kind: "failed" }>;

export const failure = (reason: ModelFailureReason, message: string, mend: string): Failed => ({
  kind: "failed",
  reason,
  message,
  mend,
});

export const interruptedFailure = (): Failed =>
  failure("interrupted", "interrupted while the model was asked", "run the same command again");

/** A call that was not made, for it could have crossed a limit. */
export const limitFailure = (reached: LimitReached): Failed => {
  const { message, mend } = limitInWords(reached);
  return failure("limit", message, mend);
};

/**
 * What a fault that nothing more can be done about means to the user: one line, with the mend.
 * @param server where the model is served; null for one on this machine
 */
export const failureOf = (fault: ServerFault, server: Server | null): Failed => {
  if (fault.kind === "limit") return limitFailure(fault.reached);
  const host = server === null ? "this machine" : new URL(server.baseUrl).host;
  const { keyName = "the key", addressName = "the address" } = server ?? {};
  const message = `the model server at ${host} ${describeFault(fault)}`;
  if (fault.kind === "ended") {
    if (fault.why === "interrupted") return interruptedFailure();
    return failure("unreachable", message, "try again later, or allow more time in LLMCH_TOTAL_TIMEOUT_MS");
  }
  if (fault.kind !== "status") {
    return fault.kind === "broken" || fault.kind === "too-large"
      ? failure("broken-answer", message, `check that ${addressName} leads to the API of a model server`)
      : failure("unreachable", message, `check the network and ${addressName}, or try again later`);
  }
  if (fault.status === 401 || fault.status === 403) {
    return failure("refused-key", message, `check that ${keyName} is valid for this server and this model`);
  }
  if (fault.code === "insufficient_quota") {
    return failure(
      "unreachable",
      `${message}: the account's quota is used up`,
      "add credit to the account of this key",
    );
  }
  if (fault.status < 400) return failure("refused-request", message, `set ${addressName} to the server's own address`);
  if (fault.status === 404) {
    return failure("refused-request", message, `check the model's name, and ${addressName} (most end in /v1)`);
  }
  return isTransient(fault)
    ? failure("unreachable", message, "try again later")
    : failure("refused-request", message, "check the model's name, and what the server says of the request");
};
