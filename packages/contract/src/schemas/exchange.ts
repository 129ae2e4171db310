import { z } from "zod";

export const usageSchema = z.looseObject({
  input_tokens: z.number().describe("Tokens of the request."),
  output_tokens: z.number().describe("Tokens of the answer, reasoning included."),
  cached_tokens: z.number().describe("Tokens of the request that the provider had cached."),
});

/** One line of `exchanges.jsonl` (contract §8). Only `key` and `response.text` are needed to replay it. */
export const exchangeSchema = z
  .looseObject({
    key: z.string().describe("`plan/attempt-N` or `WO-NN/attempt-N`."),
    request_sha256: z.string().optional().describe("Hash of the request, command output in briefs fingerprinted."),
    request: z.json().optional().describe("What was asked."),
    response: z.looseObject({ text: z.string(), reasoning: z.string().nullable().optional() }),
    usage: usageSchema.nullable().optional(),
    model: z.string().optional(),
    provider: z.string().optional(),
    duration_ms: z.number().optional(),
  })
  .meta({ title: "llmch model exchange" });
