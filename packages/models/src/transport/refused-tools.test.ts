import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { MESSAGES_REFUSABLE } from "../anthropic/refusable.ts";
import { OPENAI_REFUSABLE } from "../openai/refusable.ts";
import { ALL_CAPABILITIES, refusesTools, withoutRefused } from "./capabilities.ts";
import { statusFault } from "./fault.ts";

test.each([
  [400, "registry.ollama.ai/library/gemma:latest does not support tools"],
  [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  [404, "No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai"],
  [500, "tools param requires --jinja flag"],
  [422, '[{"loc":["body","tools"],"msg":"extra fields not permitted"}]'],
  [501, "Function calling is not implemented"],
])("%i means that tools are refused: %s", (status, message) => {
  expect(refusesTools(statusFault(status, message))).toBe(true);
});

test.each([
  [
    400,
    "This endpoint's maximum context length is 204800 tokens. However, you requested about 205432 tokens (81684 of text input, 3748 of tool input, 120000 in the output).",
  ],
  [400, "prompt is too long: 207791 tokens > 200000 maximum"],
  [413, "too many tools"],
  [401, "this key may use no tools"],
  [429, "too many tool calls"],
  [400, "Unknown model"],
])("%i does not: %s", (status, message) => {
  expect(refusesTools(statusFault(status, message))).toBe(false);
});

test("the named parameter means so too", () => {
  expect(refusesTools(statusFault(400, "Unsupported parameter", { param: "tools" }))).toBe(true);
  expect(refusesTools(statusFault(400, "Unsupported parameter", { param: "toolset" }))).toBe(false);
  expect(refusesTools({ kind: "broken", message: "tools" })).toBe(false);
});

const CHAT = { model: "m", tools: [], reasoning_effort: "low" };
const RESPONSES = { model: "m", tools: [], include: [], reasoning: {}, store: false };
const MESSAGES = { model: "m", tools: [], messages: [], thinking: {} };

test.each<[JsonObject, string, string | null, number, object | null]>([
  [
    CHAT,
    "Function tools with reasoning_effort are not supported for m in /v1/chat/completions.",
    "reasoning_effort",
    400,
    { effortWithTools: false },
  ],
  [CHAT, "Unsupported parameter", "reasoning_effort", 400, { effort: false }],
  [CHAT, "messages.1.reasoning_content: Extra inputs are not permitted", null, 422, { carried: false }],
  [RESPONSES, "Encrypted content is not supported with this model.", "include", 400, { carried: false }],
  [RESPONSES, "The encrypted content gAAA could not be verified.", null, 400, { carried: false }],
  [
    RESPONSES,
    "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
    "input",
    404,
    { carried: false },
  ],
  [RESPONSES, "no such item", "input", 404, null],
  [MESSAGES, "messages.1.content.0: Invalid `signature` in `thinking` block", null, 400, { carried: false }],
  [
    MESSAGES,
    "messages.3.content.8: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.",
    null,
    400,
    { carried: false },
  ],
  [
    MESSAGES,
    "messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. We recommend you include thinking blocks from previous turns.",
    null,
    400,
    { thinking: false },
  ],
])("%j is refused beside tools: %s", (body, message, param, status, change) => {
  const refusable = body === MESSAGES ? MESSAGES_REFUSABLE : OPENAI_REFUSABLE;
  const lesser = withoutRefused(ALL_CAPABILITIES, statusFault(status, message, { param }), body, refusable);
  expect(lesser?.change ?? null).toEqual(change);
});

test("a parameter that was already dropped is not dropped again", () => {
  const known = { ...ALL_CAPABILITIES, carried: false, effortWithTools: false };
  const again = (message: string) => withoutRefused(known, statusFault(400, message), RESPONSES, OPENAI_REFUSABLE);
  expect(again("encrypted content")).toBeNull();
  const tools = "tools with reasoning_effort";
  expect(withoutRefused(known, statusFault(400, tools), CHAT, OPENAI_REFUSABLE)?.change).toEqual({ effort: false });
});
