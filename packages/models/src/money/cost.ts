import type { ModelUsage } from "@llmch/contract";
import type { Price } from "@llmch/contract/settings";

const MILLION = 1_000_000;

/** What an answer costs in US dollars. Cached input and input that is put into the cache are parts of the input. */
export const costOf = (usage: ModelUsage, price: Price): number => {
  const cached = Math.min(usage.cached_tokens, usage.input_tokens);
  const written = Math.min(usage.cache_write_tokens ?? 0, usage.input_tokens - cached);
  const fresh = usage.input_tokens - cached - written;
  return (
    (fresh * price.input +
      cached * (price.cached_input ?? price.input) +
      written * (price.cache_write ?? price.input) +
      usage.output_tokens * price.output) /
    MILLION
  );
};

/** The most that a call can cost: all of its input at the dearest rate. */
export const worstCost = (inputTokens: number, outputTokens: number, price: Price): number =>
  (inputTokens * Math.max(price.input, price.cache_write ?? 0) + outputTokens * price.output) / MILLION;
