import type { Spending } from "@llmch/story";
import { z } from "zod";

/** What was spent on models, as every result has it. */
export const spentSchema = () =>
  z.object({
    answers: z.int(),
    inputTokens: z.int(),
    cachedTokens: z.int(),
    outputTokens: z.int(),
    reasoningTokens: z.int(),
    costUsd: z.number().nullable().describe("in US dollars, of the answers whose price is known; null if none is"),
    unknownUsage: z.int().describe("answers whose tokens are unknown"),
    unknownCost: z.int().describe("answers whose price is unknown"),
    lostCalls: z.int().describe("calls that broke off, and may be billed all the same"),
    estimatedCalls: z
      .int()
      .optional()
      .describe("calls that llmch cut: tokens and cost hold an estimate of them; left out if there are none"),
    fromRecord: z.int().describe("answers that a record gave: nothing was billed"),
  });

export type Spent = z.output<ReturnType<typeof spentSchema>>;

export const spentOf = ({ usage, cost_usd, unknown, unpriced, lost_calls, ...spending }: Spending): Spent => ({
  answers: spending.answers,
  inputTokens: usage.input_tokens,
  cachedTokens: usage.cached_tokens,
  outputTokens: usage.output_tokens,
  reasoningTokens: usage.reasoning_tokens,
  costUsd: cost_usd,
  unknownUsage: unknown,
  unknownCost: unpriced,
  lostCalls: lost_calls,
  ...(spending.estimated_calls === 0 ? {} : { estimatedCalls: spending.estimated_calls }),
  fromRecord: spending.from_record,
});

/** The same for functions that add or print it. */
export const spendingOf = (spent: Spent): Spending => ({
  answers: spent.answers,
  unknown: spent.unknownUsage,
  usage: {
    input_tokens: spent.inputTokens,
    output_tokens: spent.outputTokens,
    cached_tokens: spent.cachedTokens,
    reasoning_tokens: spent.reasoningTokens,
  },
  cost_usd: spent.costUsd,
  unpriced: spent.unknownCost,
  lost_calls: spent.lostCalls,
  estimated_calls: spent.estimatedCalls ?? 0,
  from_record: spent.fromRecord,
});
