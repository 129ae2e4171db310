import {
  callKey,
  cutKey,
  type EventBody,
  type Exchange,
  type ModelReply,
  type ModelRequest,
  modelRole,
} from "@llmch/contract";
import type { Redactor } from "@llmch/text";
import { askedOf, chainOf, type ModelSettings, requestHash } from "./asked.ts";
import type { AnswerSource, Sourced } from "./live/answer-source.ts";
import { cutExchange, cutIn } from "./live/cut-answer.ts";
import { interruptedFailure } from "./live/failure.ts";
import { type Charge, mostOf, NO_CHARGE } from "./money/meter.ts";
import type { PriceList } from "./money/prices.ts";
import { worstCase } from "./money/worst-case.ts";
import { answerIn, responseOf } from "./recorded-answer.ts";
import type { Recorder } from "./recorder.ts";
import { redactedReply, redactedRequest } from "./redacted-request.ts";
import { systemTime, type Time } from "./transport/time.ts";

/** What every call of a gateway shares. */
export interface CallOptions {
  readonly models: ModelSettings;
  readonly prices: PriceList;
  /** Ends all calls in progress, at once. */
  readonly signal: AbortSignal;
  readonly redactor: Redactor;
  readonly time?: Time;
}

/** An answer from a record has no worst case to announce. */
type LiveOrNot = CallOptions & { readonly isLive: boolean };

/**
 * Asks once, and keeps the answer before it is used. No secret that the redactor knows gets into a prompt, an exchange, an event, a
 * message or the reply: a live answer is handled exactly like its record. The request's hash covers the messages before redaction,
 * so that it does not depend on which secrets are known.
 */
export const askRecorded = async (
  request: ModelRequest,
  recorder: Recorder,
  answer: AnswerSource,
  options: LiveOrNot,
): Promise<ModelReply> => {
  const { models, signal, redactor, time = systemTime } = options;
  const key = callKey(request.call);
  const emit = (event: EventBody): Promise<void> => recorder.emit(redactor.value(event));
  const [askedModel] = chainOf(request, models);
  const kept = recorder.recorded?.(key) ?? (await takenUp(request, recorder, models));
  if (kept !== undefined) {
    await emit({ type: "answer_reused", key });
    return answeredBefore(kept, askedModel);
  }
  const since = time.monotonicMs();
  await emit({ type: "model_asked", key, ...atMost(request, options) });
  const interrupted: Sourced = { reply: interruptedFailure(), provider: "", askedModel, charge: NO_CHARGE };
  const sourced = signal.aborted
    ? interrupted
    : await answer(redactedRequest(request, redactor), {
        retried: (reason, wait_ms, most) => emit({ type: "model_retried", key, reason, wait_ms, at_most: { ...most } }),
        warned: (message) => emit({ type: "warning", message }),
        limited: (max_output_tokens, instead_of, most) =>
          emit({ type: "answer_limited", key, max_output_tokens, instead_of, at_most: { ...most } }),
        onReasoning: (text) => recorder.onReasoning?.(text),
        onAnswering: (characters) => recorder.onAnswering?.(characters),
        keepBroken: async (asked_model, streamed) => {
          const document = {
            key,
            cut: true,
            asked_model,
            request: askedOf(request, models),
            response: { ...streamed },
          };
          await recorder.keepBroken?.(request.call, redactor.value(document));
        },
        cutBefore: cutIn(recorder.recorded?.(cutKey(key))),
        keepCut: (cut, cutAnswer, taken) =>
          recorder.appendExchange(redactor.value(cutExchange(key, cut, cutAnswer, taken, askedOf(request, models)))),
      });
  const duration_ms = Math.round(time.monotonicMs() - since);

  const { reply, provider, askedModel: asked_model, charge } = sourced;
  const { usage, limit } = charge;
  const charged = { asked_model, ...chargeOf(charge) };
  if (limit !== null) await emit({ type: "limit_reached", ...limit });
  if (reply.kind === "failed") {
    const { reason, message, until } = reply;
    const told = until === undefined ? {} : { until };
    await emit({ type: "model_failed", key, reason, message, ...told, usage, ...charged });
    return redactor.value(reply);
  }
  const answered = redactedReply(reply, redactor);
  const { model } = answered;
  const exchange: Exchange = {
    key,
    request_sha256: requestHash(request, models),
    request: askedOf(request, models),
    response: responseOf(answered),
    usage: usage === null ? null : { ...usage },
    model,
    asked_model,
    provider,
    cost_usd: charge.costUsd,
    duration_ms,
  };
  await recorder.appendExchange(redactor.value(exchange));
  await emit({ type: "model_answered", key, duration_ms, usage, model, provider, ...charged });
  return { ...answered, usage, ...costMember(charge.costUsd) };
};

/** Takes over the answer that a speculation got to the same request, and records it under the call's own key. */
const takenUp = async (
  request: ModelRequest,
  { alike, appendExchange }: Recorder,
  models: ModelSettings,
): Promise<Exchange | undefined> => {
  const found = alike?.(request.call, requestHash(request, models));
  const isKept = found?.key === callKey(request.call) || request.call.speculation !== undefined;
  if (found === undefined || isKept) return found;
  const exchange = { ...found, key: callKey(request.call) };
  await appendExchange(exchange);
  return exchange;
};

/** Announces the worst case: if the process dies during the question, nothing else records it. */
const atMost = (request: ModelRequest, { isLive, models, prices }: LiveOrNot) => {
  if (!isLive) return {};
  const [first] = chainOf(request, models);
  const worst = worstCase(request, models[modelRole(request.call)].maxOutputTokens(first));
  return { at_most: { ...mostOf(worst, prices(first)) } };
};

const chargeOf = ({ costUsd, lostCalls, estimated, untold }: Charge) => ({
  cost_usd: costUsd,
  ...(lostCalls === 0 ? {} : { lost_calls: lostCalls }),
  ...(estimated === null
    ? {}
    : {
        estimated: {
          calls: estimated.calls,
          ...{ input_tokens: estimated.inputTokens, output_tokens: estimated.outputTokens },
          usd: estimated.usd,
        },
      }),
  ...(untold === null ? {} : { untold: { ...untold } }),
});

const answeredBefore = ({ response, usage = null, model, cost_usd = null }: Exchange, asked: string): ModelReply => ({
  kind: "answered",
  ...answerIn(response),
  usage,
  model: model ?? asked,
  ...costMember(cost_usd),
});

const costMember = (costUsd: number | null): { readonly costUsd?: number } => (costUsd === null ? {} : { costUsd });
