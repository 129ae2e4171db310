import { z } from "zod";

const count = z.number().int();

/** A run's use of models, over all of its sessions. */
export const spentSchema = z
  .object({
    answers: count.describe("How many were given."),
    input_tokens: count.describe("For all answers whose usage the provider reported."),
    cached_tokens: count.describe("The part of the input that the provider had cached."),
    output_tokens: count.describe("Reasoning included."),
    reasoning_tokens: count.describe("The part of the output that was spent on reasoning."),
    cost_usd: z.number().nullable().describe("By the prices of the day; null if none is known."),
    unknown_usage: count.describe("Answers whose usage the provider did not report."),
    unknown_cost: count.describe("Questions that are left out of the cost because their price or usage is unknown."),
    lost_calls: count.describe("Calls that broke off. They may have been billed."),
    estimated_calls: count
      .optional()
      .describe(
        "Calls that llmch itself cut. Tokens and cost hold an estimate of them: their input, and what had streamed.",
      ),
    from_record: count.describe("Answers from a record. Nothing was billed for them."),
  })
  .describe("Model usage.");
