import { z } from "zod";
import { usageSchema } from "../exchange.ts";
import { count, kind, milliseconds } from "./members.ts";

const usage = z.object(usageSchema.shape);
const key = z
  .string()
  .describe("The exchange's name: `plan/attempt-N` or `WO-NN/attempt-N`, with a suffix for each further call.");
const provider = z.string().describe("Who served it: `openai`, `anthropic`, `compatible:NAME` or `replay`.");
const atMost = z.object({
  tokens: count.describe("In and out."),
  usd: z.number().nullable().describe("Null if the price is not known."),
});
/** What a model call cost. */
const charge = {
  asked_model: z.string().optional().describe("The model that was asked, by its name in llmch."),
  cost_usd: z.number().nullable().optional().describe("By the prices of the day; null if they are not known."),
  lost_calls: count.optional().describe("Calls that broke off. They may have been billed."),
  estimated: z
    .object({
      calls: count.describe("How many."),
      input_tokens: count.describe("For what was asked."),
      output_tokens: count.describe("For what had streamed."),
      usd: atMost.shape.usd,
    })
    .optional()
    .describe("What calls that llmch itself cut are estimated to have taken; it counts against a budget."),
  untold: atMost
    .optional()
    .describe("The most that calls without reported usage can have taken; it counts against a budget."),
};

/** Questions to a model. */
export const modelEvents = [
  kind("model_asked", { key, at_most: atMost.optional().describe("The most that one call for it can take.") }),
  kind("model_retried", {
    key,
    reason: z.string().describe("Why."),
    wait_ms: milliseconds,
    at_most: atMost.optional().describe("The most that the question can have taken, including the next call."),
  }),
  kind("answer_limited", {
    key,
    max_output_tokens: count.describe("How many tokens the answer may have, so that the call stays within the budget."),
    instead_of: count.describe("How many the settings allow."),
    at_most: atMost.describe("The most that the question can have taken, including the next call."),
  }),
  kind("model_answered", {
    key,
    duration_ms: milliseconds,
    usage: usage.nullable().describe("Null if the provider did not report it."),
    model: z.string().describe("The model that answered, as its server names it."),
    provider: provider.optional(),
    ...charge,
  }),
  kind("model_failed", {
    key,
    reason: z.string().describe("A code."),
    message: z.string().describe("The same in words."),
    until: z.string().optional().describe("UTC; when the usage limit ends that it met, if that was told."),
    usage: usage.nullable().optional().describe("What was used nevertheless; null if that is unknown."),
    ...charge,
  }),
  kind("limit_reached", {
    limit: z.enum(["usd", "tokens", "minutes"]).describe("Which limit of the budget."),
    cap: z.number().describe("The limit, in US dollars, tokens or minutes."),
    spent: z.number().describe("What was spent when it was reached."),
    needed: z.number().describe("What the next call could have taken at most; 0 for minutes."),
  }),
  kind("answer_reused", { key }),
  kind("tool_called", {
    key,
    index: count.describe("Which call of the turn, from 0."),
    tool: z.string().describe("As the model named it, cut if it is long."),
    ok: z.boolean().describe("Whether it did what was asked; if not, the model was told why."),
    bytes: count.describe("The size of what it showed the model."),
    duration_ms: milliseconds,
  }),
] as const;
