import { cutKey, type Exchange } from "@llmch/contract";
import { isJsonObject, type JsonObject, member } from "@llmch/text";
import type { Charge } from "../money/meter.ts";
import type { Answer } from "../protocol/answer.ts";
import { responseOf } from "../recorded-answer.ts";

/** That a model's answer was cut at a limit: it was paid for, so it is kept before the call is repeated with a larger limit. */
export interface Cut {
  /** The model that was asked, by its name in llmch. */
  readonly askedModel: string;
  /** How many tokens the answer was allowed. */
  readonly tokens: number;
}

/** The record line that keeps a cut answer. It is never replayed. */
export const cutExchange = (
  key: string,
  { askedModel, tokens }: Cut,
  answer: Answer,
  { usage, costUsd }: Pick<Charge, "usage" | "costUsd">,
  request: JsonObject,
): Exchange => ({
  key: cutKey(key),
  request: { ...request, max_output_tokens: tokens },
  response: responseOf(answer),
  usage: usage === null ? null : { ...usage },
  model: answer.model,
  asked_model: askedModel,
  cost_usd: costUsd,
});

/** What a kept cut answer says; null if there is none, or if it lacks what a later call must know. */
export const cutIn = (kept: Exchange | undefined): Cut | null => {
  const request = kept?.request;
  const tokens = isJsonObject(request) ? member(request, "max_output_tokens") : undefined;
  if (kept?.asked_model === undefined || typeof tokens !== "number") return null;
  return { askedModel: kept.asked_model, tokens };
};
