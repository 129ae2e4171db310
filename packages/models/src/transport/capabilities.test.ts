import { expect, test } from "vitest";
import { ALL_CAPABILITIES, type Capabilities, withoutRefused } from "./capabilities.ts";
import { statusFault } from "./fault.ts";

const CHAT = { model: "m", response_format: {}, temperature: 0, max_completion_tokens: 1, reasoning_effort: "low" };
const RESPONSES = { model: "m", input: "", text: {}, reasoning: {}, max_output_tokens: 1, stream: true };

const learned = (body: typeof CHAT | typeof RESPONSES, message: string, param: string | null = null, status = 400) => {
  const lesser = withoutRefused(ALL_CAPABILITIES, statusFault(status, message, { param }), body);
  return lesser === null ? null : changes(lesser.capabilities);
};
const changes = (capabilities: Capabilities) =>
  Object.fromEntries(
    Object.entries(capabilities).filter(
      ([name, value]) => !Object.entries(ALL_CAPABILITIES).some(([n, v]) => n === name && v === value),
    ),
  );

test.each([
  ["'response_format' of type 'json_schema' is not supported with this model", { structure: "object" }],
  ["Invalid schema for response_format 'answer': required is missing", { structure: "object" }],
  ["Structured outputs are off", { structure: "object" }],
  ["Unsupported parameter: 'max_completion_tokens'", { budget: "max_tokens" }],
  ["Unsupported value: 'temperature' does not support 0 with this reasoning effort", { temperature: false }],
  ["Unrecognized request argument supplied: reasoning_effort", { effort: false, summary: false }],
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

test("a list of validation errors (422) is read too; other statuses teach nothing", () => {
  const detail = '[{"loc":["body","temperature"],"msg":"extra fields not permitted"}]';
  expect(learned(CHAT, detail, null, 422)).toEqual({ temperature: false });
  expect(learned(CHAT, detail, null, 500)).toBeNull();
});

test("the named parameter outweighs the words", () => {
  expect(learned(CHAT, "response_format cannot go with it", "temperature")).toEqual({ temperature: false });
});

test("structured output ends with the prompt alone", () => {
  const known = { ...ALL_CAPABILITIES, structure: "object" as const };
  const lesser = withoutRefused(known, statusFault(400, "response_format"), CHAT);
  expect(lesser?.capabilities.structure).toBe("none");
});
