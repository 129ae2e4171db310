import { type Exchange, judgeExchange, type RunEvent, windowOfKey } from "@llmch/contract";
import type { Documents } from "./documents.ts";
import { allOf, lastOf } from "./journal.ts";
import type { ExchangeStory } from "./stories/exchange.ts";

/** A run's recorded exchanges by key. Of two with the same key, the later one counts (contract §8). */
export const exchangesOf = (documents: Documents): ReadonlyMap<string, Exchange> =>
  new Map(
    documents.jsonLines("exchanges.jsonl", judgeExchange).map((exchange) => [windowOfKey(exchange.key).key, exchange]),
  );

/** Texts in separate files, if there are any. */
export interface ExchangeTexts {
  readonly prompt: string | null;
  readonly answer: string | null;
  readonly reasoning: string | null;
}

/**
 * The question of an attempt, from the attempt's events; null if the model was not asked. The answer is the recorded one, word
 * for word, else the one in the attempt's own file.
 */
export const exchangeStory = (
  events: readonly RunEvent[],
  recorded: ReadonlyMap<string, Exchange>,
  texts: ExchangeTexts,
): ExchangeStory | null => {
  const answered = lastOf(events, "model_answered");
  const failed = lastOf(events, "model_failed");
  const reused = lastOf(events, "answer_reused");
  const key = (lastOf(events, "model_asked") ?? answered ?? failed ?? reused)?.key;
  if (key === undefined) return null;
  const isAnswered = answered !== null || reused !== null;
  const exchange = isAnswered || failed === null ? recorded.get(key) : undefined;
  return {
    key,
    model: answered?.model ?? exchange?.model ?? null,
    reused: reused !== null,
    retries: allOf(events, "model_retried").map(({ reason, wait_ms }) => ({ reason, wait_ms })),
    failure: failed === null || isAnswered ? null : { reason: failed.reason, message: failed.message },
    usage: answered?.usage ?? exchange?.usage ?? null,
    cost_usd: (answered ?? failed)?.cost_usd ?? exchange?.cost_usd ?? null,
    duration_ms: answered?.duration_ms ?? exchange?.duration_ms ?? null,
    prompt: texts.prompt,
    answer: answerOf(exchange) ?? texts.answer,
    reasoning: exchange?.response.reasoning ?? texts.reasoning,
  };
};

/** A turn that only calls tools has no text. */
const answerOf = (exchange: Exchange | undefined): string | null => {
  if (exchange === undefined) return null;
  const { text, tool_calls = [] } = exchange.response;
  return text === "" && tool_calls.length > 0 ? null : text;
};
