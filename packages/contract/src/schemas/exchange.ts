import type { JsonValue } from "@llmch/text";
import { z } from "zod";

/** Any JSON, kept unchanged. */
const anyJson = (): z.ZodType<JsonValue> => z.json();

export const usageSchema = z.looseObject({
  input_tokens: z.number().describe("Tokens of the request."),
  output_tokens: z.number().describe("Tokens of the answer, reasoning included."),
  cached_tokens: z.number().describe("Tokens of the request that the provider had cached."),
  cache_write_tokens: z
    .number()
    .optional()
    .describe("Tokens of the request that the provider wrote to its cache, which are billed at their own price."),
  reasoning_tokens: z.number().optional().describe("Tokens of the answer that were spent on reasoning."),
});

/** One line of `exchanges.jsonl` (contract §8). A replay needs only `key` and `response.text`. */
export const exchangeSchema = z
  .looseObject({
    key: z
      .string()
      .describe(
        "`plan/attempt-N` or `WO-NN/attempt-N`, with a suffix for each further call of the attempt; in a build after the window, as in `window-02/WO-NN/attempt-N`.",
      ),
    request_sha256: z
      .string()
      .optional()
      .describe("A hash of the request; command output in it counts without what changes from run to run."),
    request: anyJson()
      .optional()
      .describe(
        "What was asked: a `prompt`, or the `messages` of a conversation; with `continues`, those that follow that exchange.",
      ),
    response: z
      .looseObject({
        text: z.string().describe("The whole answer."),
        reasoning: z.string().nullable().optional().describe("A summary of the model's reasoning, if it gave one."),
        tool_calls: z
          .array(
            z.looseObject({
              id: z.string().describe("The id that its result refers to."),
              name: z.string().describe("The tool."),
              arguments: z.string().describe("JSON, as the model wrote it."),
            }),
          )
          .optional()
          .describe("The tools that the model called, in their order."),
        carried: anyJson().optional().describe("What the provider expects back, unchanged, with the next turn."),
      })
      .describe("The final answer."),
    usage: usageSchema.nullable().optional().describe("Null if the provider did not report it."),
    model: z.string().optional().describe("The model that answered."),
    asked_model: z.string().optional().describe("The model that was asked last, by its name in llmch."),
    provider: z
      .string()
      .optional()
      .describe("Who served it: `openai`, `anthropic`, `compatible:NAME`, `local` or `replay`."),
    cost_usd: z
      .number()
      .nullable()
      .optional()
      .describe("What it cost by the prices of the day; null if they are not known."),
    duration_ms: z.number().optional().describe("From the question to the end of the answer, in milliseconds."),
  })
  .meta({ title: "llmch model exchange", description: "One line of `exchanges.jsonl`." });
