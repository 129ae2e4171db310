import type { Spending } from "@llmch/story";
import type { Spent } from "./public.ts";

export const spentOf = ({ answers, usage, cost_usd, unpriced }: Spending): Spent => ({
  answers,
  inputTokens: usage.input_tokens,
  cachedTokens: usage.cached_tokens,
  outputTokens: usage.output_tokens,
  costUsd: unpriced > 0 ? null : cost_usd,
});
