import { type LimitReached, limitInWords, type ModelFailureReason, type ModelReply } from "@llmch/contract";
import type { Server } from "../connections.ts";
import { describeFault, isContextTooLong, type ServerFault, type StatusFault } from "../transport/fault.ts";
import { isTransient } from "../transport/retry.ts";

export type Failed = Extract<ModelReply, { readonly kind: "failed" }>;

export const failure = (reason: ModelFailureReason, message: string, hint: string): Failed => ({
  kind: "failed",
  reason,
  message,
  hint,
});

export const interruptedFailure = (): Failed =>
  failure("interrupted", "interrupted while the model was asked", "run the same command again");

/** The hint for a prompt and answer that exceed the model's context. */
export const LARGER_CONTEXT = "split the spec or the order, or name a model with a larger context";

/** The failure of a call that was not made, because it could have crossed a limit. */
export const limitFailure = (reached: LimitReached): Failed => {
  const { message, hint } = limitInWords(reached);
  return failure("limit", message, hint);
};

/** Explains a final fault to the user: one line, with a hint. */
export const failureOf = (fault: ServerFault, server: Server): Failed => {
  if (fault.kind === "limit") return limitFailure(fault.reached);
  const { keyName, addressName } = server;
  const message = `the model server at ${new URL(server.baseUrl).host} ${describeFault(fault)}`;
  if (fault.kind === "ended") {
    if (fault.why === "interrupted") return interruptedFailure();
    return failure("unreachable", message, "try again later, or allow more time in LLMCH_TOTAL_TIMEOUT_MS");
  }
  if (fault.kind === "broken" && fault.isCutOff === true)
    return failure("broken-answer", message, "ask again: `llmch resume` continues a run, and keeps what was answered");
  if (fault.kind === "too-large" && fault.isStream === true)
    return failure("broken-answer", message, "that is too long: split the spec or the order, or name another model");
  if (fault.kind !== "status") {
    return fault.kind === "broken" || fault.kind === "too-large"
      ? failure("broken-answer", message, `check that ${addressName} leads to the API of a model server`)
      : failure("unreachable", message, `check the network and ${addressName}, or try again later`);
  }
  if (fault.status === 401 || fault.status === 403) {
    const hint = server.hasKey
      ? `check that ${keyName} is valid for this server and this model`
      : `name the variable that holds its key in ${keyName}`;
    return failure("refused-key", message, hint);
  }
  if (isContextTooLong(fault)) {
    return failure("refused-request", `${message}: the prompt is too long for the model`, LARGER_CONTEXT);
  }
  if (isQuotaUsedUp(fault)) {
    return failure(
      "unreachable",
      `${message}: the account's quota is used up`,
      "add credit to the account of this key",
    );
  }
  if (fault.status < 400) return failure("not-served", message, `set ${addressName} to the server's own address`);
  if (fault.status === 404) {
    const end = server.wires.factory === "messages" ? "" : " (most end in /v1)";
    return failure("not-served", message, `check the model's name, and ${addressName}${end}`);
  }
  return isTransient(fault) || fault.status === 429 || fault.status >= 500
    ? failure("unreachable", message, "try again later")
    : failure("not-accepted", message, "check the model's name, and what the server says of the request");
};

/** The same of a usage limit whose end was told. */
export const limitedUntil = (failed: Failed, until: string | null): Failed =>
  until === null
    ? failed
    : {
        ...failed,
        ...{ message: `${failed.message}: the usage limit ends at ${until}`, until },
        hint: "go on then with `llmch resume`, or have llmch wait for it: --wait-for-limit 5h",
      };

const isQuotaUsedUp = ({ status, code, message }: StatusFault): boolean =>
  status === 402 ||
  /insufficient_quota|spend_limit/.test(code ?? "") ||
  /credit balance is too low|reached your specified api usage limits/i.test(message);
