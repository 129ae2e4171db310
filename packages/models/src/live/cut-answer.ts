import { cutKey, type Exchange, isJsonObject, type JsonObject, member } from "@llmch/contract";
import type { Charge } from "../money/meter.ts";
import type { Answer } from "../protocol/answer.ts";
import { answerIn, responseOf } from "../recorded-answer.ts";

/** An answer that was cut at its limit. It was paid for, so it is kept before the call is repeated with a larger limit. */
export interface CutAnswer {
  /** The model that was asked, by its name in llmch. */
  readonly askedModel: string;
  /** How many tokens the answer was allowed. */
  readonly tokens: number;
  readonly answer: Answer;
}

/** How many tokens to ask with, and the answer of an earlier session, if asking again would only cut it again. */
export interface FirstCall {
  readonly tokens: number;
  /** With fewer, the answer would certainly be cut again. */
  readonly least: number;
  readonly known: Answer | null;
}

/**
 * Decides the first call of a question, given the cut answer of an earlier session.
 * @param most how many tokens a first answer may have; twice as many after a cut one
 */
export const firstCall = (before: CutAnswer | null, askedModel: string, most: number): FirstCall => {
  if (before === null || before.askedModel !== askedModel) return { tokens: most, least: 0, known: null };
  const least = before.tokens + 1;
  if (before.tokens < most) return { tokens: most, least, known: null };
  return { tokens: 2 * most, least, known: before.tokens < 2 * most ? null : before.answer };
};

/** The record line that keeps a cut answer. It is never replayed. */
export const cutExchange = (
  key: string,
  { askedModel, tokens, answer }: CutAnswer,
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

/** Restores a kept cut answer; null if there is none, or if it lacks what a later call must know. */
export const cutAnswerIn = (kept: Exchange | undefined): CutAnswer | null => {
  const request = kept?.request;
  const tokens = isJsonObject(request) ? member(request, "max_output_tokens") : undefined;
  if (kept?.asked_model === undefined || typeof tokens !== "number") return null;
  const answer: Answer = {
    ...answerIn(kept.response),
    usage: null,
    model: kept.model ?? kept.asked_model,
    ending: "cut",
    why: null,
  };
  return { askedModel: kept.asked_model, tokens, answer };
};
