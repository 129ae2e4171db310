import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { MESSAGES_REFUSABLE } from "../anthropic/refusable.ts";
import { OPENAI_REFUSABLE } from "../openai/refusable.ts";
import { ALL_CAPABILITIES, withoutRefused } from "./capabilities.ts";
import { statusFault } from "./fault.ts";

const CHAT = {
  model: "m",
  response_format: {},
  temperature: 0,
  max_completion_tokens: 1,
  reasoning_effort: "low",
  prompt_cache_key: "k",
};
const RESPONSES = { model: "m", input: "", text: {}, reasoning: {}, max_output_tokens: 1, stream: true };

const MESSAGES = {
  model: "m",
  max_tokens: 64_000,
  messages: [],
  output_config: {},
  thinking: {},
  temperature: 0,
  stream: true,
};

const learned = (body: JsonObject, message: string, param: string | null = null, status = 400) => {
  const refusable = body === MESSAGES ? MESSAGES_REFUSABLE : OPENAI_REFUSABLE;
  const lesser = withoutRefused(ALL_CAPABILITIES, statusFault(status, message, { param }), body, refusable);
  return lesser?.change ?? null;
};

test.each([
  ["'response_format' of type 'json_schema' is not supported with this model", { structure: "object" }],
  ["Invalid schema for response_format 'answer': required is missing", { structure: "object" }],
  ["Structured outputs are off", { structure: "object" }],
  ["Unsupported parameter: 'max_completion_tokens'", { budget: "max_tokens" }],
  ["Unsupported value: 'temperature' does not support 0 with this reasoning effort", { temperature: false }],
  ["Unrecognized request argument supplied: reasoning_effort", { effort: false, summary: false }],
  [
    "This model's maximum context length is 128000 tokens. However, you requested 65535 output tokens and your prompt contains at least 62466 input tokens, for a total of at least 128001 tokens.",
    { budget: "max_tokens" },
  ],
  ["This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.", null],
  ["Unrecognized request argument supplied: prompt_cache_key", { cacheMarks: false }],
  ["the prompt is too long", null],
  ["`stream` is not supported", null],
])("chat: %s", (message, expected) => {
  expect(learned(CHAT, message)).toEqual(expected);
});

test.each([
  ["Your organization must be verified to generate reasoning summaries.", "reasoning.summary", { summary: false }],
  ["Your organization must be verified to generate reasoning summaries.", null, { summary: false }],
  ["Unsupported parameter: 'reasoning.effort'", "reasoning.effort", { effort: false, summary: false }],
  ["Your organization must be verified to stream this model.", "stream", { stream: false }],
  ["Invalid schema", "text.format.schema", { structure: "object" }],
  ["max_output_tokens is too large", null, { budget: "none" }],
])("responses: %s (%s)", (message, param, expected) => {
  expect(learned(RESPONSES, message, param)).toEqual(expected);
});

test.each([
  [
    "max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for m-20240620",
    { mostTokens: 8192 },
  ],
  [
    "input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input",
    { mostTokens: 21_041 },
  ],
  ["max_tokens is too large", { mostTokens: 8192 }],
  ["max_tokens: 64000 > 64000", { mostTokens: 8192 }],
  ["temperature: Extra inputs are not permitted", { temperature: false }],
  ["`temperature` may only be set to 1 when thinking is enabled", { temperature: false }],
  ["adaptive thinking is not supported on this model", { thinking: false }],
  ["This model does not support the effort parameter.", { effort: false }],
  ["output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'", { effort: false }],
  ["output_config.format: Extra inputs are not permitted", { structure: "none" }],
  ["output_config.format.schema: For 'object' type, 'additionalProperties' must be false", { structure: "none" }],
  ["output_config: Extra inputs are not permitted", { structure: "none", effort: false }],
  ["messages.0.content.0.text.cache_control: Extra inputs are not permitted", { cacheMarks: false }],
  ["prompt is too long: 207791 tokens > 200000 maximum", null],
  ["messages: text content blocks must be non-empty", null],
])("messages: %s", (message, expected) => {
  expect(learned(MESSAGES, message)).toEqual(expected);
});

test.each([
  ["max_tokens is too large: 64000. This model supports at most 16384 completion tokens", 16_384],
  ["`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens`", 8192],
  ["Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", 8192],
  ["'max_tokens' is too large: 64000. The maximum context length is 4096 tokens (64000 > 4096 - 100)", null],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 64000. This model's maximum context length is 32768 tokens and your request has 5000 input tokens (64000 > 32768 - 5000).",
    27_768,
  ],
  [
    "This model's maximum context length is 16384 tokens. However, you requested 69000 tokens (5000 in the messages, 64000 in the completion). Please reduce the length of the messages or completion.",
    11_384,
  ],
  ["max_tokens > 5", null],
  ["max_tokens > 99999", null],
])("the budget that a server names is used: %s", (message, most) => {
  const expected = most === null ? { budget: "max_tokens" } : { mostTokens: most };
  expect(learned({ ...CHAT, max_completion_tokens: 64_000 }, message)).toEqual(expected);
});

test("a parameter that was already dropped is not dropped again", () => {
  const known = { ...ALL_CAPABILITIES, structure: "none", effort: false, cacheMarks: false, mostTokens: 8192 } as const;
  const again = (message: string) =>
    withoutRefused(known, statusFault(400, message), { ...MESSAGES, max_tokens: 8192 }, MESSAGES_REFUSABLE);
  for (const name of ["output_config.format", "effort", "cache_control", "max_tokens"]) expect(again(name)).toBeNull();
});

test("a list of validation errors (422) is read too; other statuses teach nothing", () => {
  const detail = '[{"loc":["body","temperature"],"msg":"extra fields not permitted"}]';
  expect(learned(CHAT, detail, null, 422)).toEqual({ temperature: false });
  expect(learned(CHAT, detail, null, 500)).toBeNull();
});

test("the named parameter takes precedence over the message", () => {
  expect(learned(CHAT, "response_format cannot go with it", "temperature")).toEqual({ temperature: false });
});

test("structured output falls back to the prompt alone", () => {
  const known = { ...ALL_CAPABILITIES, structure: "object" as const };
  const lesser = withoutRefused(known, statusFault(400, "response_format"), CHAT, OPENAI_REFUSABLE);
  expect(lesser?.change.structure).toBe("none");
});
