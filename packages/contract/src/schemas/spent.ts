import { z } from "zod";

const count = z.number().int();

/** A run's use of models, over all of its sessions. */
export const spentSchema = z
  .object({
    answers: count.describe("How many were given."),
    input_tokens: count.describe("For all answers whose provider told."),
    cached_tokens: count.describe("Those of the input that the provider had cached."),
    output_tokens: count.describe("Reasoning included."),
    reasoning_tokens: count.describe("Those of the output that were spent on reasoning."),
    cost_usd: z.number().nullable().describe("By the prices of the day; null if none is known."),
    unknown_usage: count.describe("Answers whose provider did not tell what they took."),
    unknown_cost: count.describe("Questions that are not in the cost, for their price or usage is not known."),
    lost_calls: count.describe("Calls that broke off: they may have been billed."),
    from_record: count.describe("Answers that came from a record: nothing was billed for them."),
  })
  .describe("What it took of models; documents of older versions do not tell.");
