import { cutKey, type Exchange, isJsonObject, type JsonObject, member } from "@llmch/contract";
import type { Charge } from "../money/meter.ts";
import { answerIn, responseOf } from "../recorded-answer.ts";
import type { Answer } from "./answer.ts";

/** An answer that ended at its limit. It is paid for, so that it is kept before the call is made again with a larger one. */
export interface CutAnswer {
  /** The model that was asked, by its name in llmch. */
  readonly askedModel: string;
  /** How many tokens it was allowed. */
  readonly tokens: number;
  readonly answer: Answer;
}

/** With how many tokens to ask, and what an earlier session of the run was answered already, if asking again would cut it again. */
export interface FirstCall {
  readonly tokens: number;
  /** With fewer the answer would surely be cut once more. */
  readonly least: number;
  readonly known: Answer | null;
}

/**
 * What to ask for where an earlier session was given a cut answer.
 * @param most how many tokens an answer may have the first time; twice as many where it was cut
 */
export const firstCall = (before: CutAnswer | null, askedModel: string, most: number): FirstCall => {
  if (before === null || before.askedModel !== askedModel) return { tokens: most, least: 0, known: null };
  const least = before.tokens + 1;
  if (before.tokens < most) return { tokens: most, least, known: null };
  return { tokens: 2 * most, least, known: before.tokens < 2 * most ? null : before.answer };
};

/** The line of the record that keeps a cut answer. Nothing is replayed from it. */
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

/** A cut answer as it was kept; null if nothing was, or if it does not say what a later call has to know. */
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
