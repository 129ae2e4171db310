import type { ModelUsage } from "@llmch/contract";
import type { Price } from "@llmch/contract/settings";
import type { ModelPrice } from "./prices.ts";

/** The most that one call can take. `usd` is null if the price is unknown. */
export interface Cost {
  readonly tokens: number;
  readonly usd: number | null;
}

const MILLION = 1_000_000;

/** The cost of one answer in US dollars. Cached input and cache writes are part of the input. */
export const costOf = (usage: ModelUsage, price: ModelPrice): number => {
  const { input, cached_input, cache_write, output } = ratesFor(usage.input_tokens, price);
  const cached = Math.min(usage.cached_tokens, usage.input_tokens);
  const written = Math.min(usage.cache_write_tokens ?? 0, usage.input_tokens - cached);
  const fresh = usage.input_tokens - cached - written;
  const inputCost = fresh * input + cached * (cached_input ?? input) + written * (cache_write ?? input);
  return (inputCost + usage.output_tokens * output) / MILLION;
};

/** The most that a call can cost: all of its input at the highest rate. */
export const worstCost = (inputTokens: number, outputTokens: number, price: ModelPrice): number =>
  Math.max(...[price, ratesFor(inputTokens, price)].map((rates) => dearest(inputTokens, outputTokens, rates)));

const dearest = (inputTokens: number, outputTokens: number, { input, cached_input, cache_write, output }: Price) =>
  (inputTokens * Math.max(input, cached_input ?? 0, cache_write ?? 0) + outputTokens * output) / MILLION;

const ratesFor = (inputTokens: number, price: ModelPrice): Price =>
  price.long !== undefined && inputTokens > price.long.above ? price.long : price;
