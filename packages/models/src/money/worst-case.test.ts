import { onePrompt, type RequestMessage } from "@llmch/contract";
import { expect, test } from "vitest";
import { inActions } from "../live/json-actions.ts";
import { conversation, READ_A, READ_B, TOOLS } from "../live/tools.fixture.ts";
import { worstCase } from "./worst-case.ts";

const input = (messages: readonly RequestMessage[], description: string | null = null): number => {
  const tools = description === null ? {} : { tools: [{ name: "read", description, parameters: {} }] as const };
  return worstCase({ messages, answerSchema: null, ...tools }, 1).inputTokens;
};
const PROMPT = onePrompt("p");
const call = (given: string): RequestMessage => ({
  role: "assistant",
  content: "",
  toolCalls: [{ id: "1", name: "read", arguments: given }],
});

test("the worst case counts each byte of the tools, and of earlier calls", () => {
  expect(input(PROMPT, "abcd") - input(PROMPT, "")).toBeGreaterThanOrEqual(4);
  expect(input(PROMPT, "")).toBeGreaterThan(input(PROMPT));
  expect(input([...PROMPT, call("{}")]) - input([...PROMPT, call("")])).toBe(2);
  expect(input([...PROMPT, call("")])).toBeGreaterThan(input([...PROMPT, { role: "assistant", content: "" }]));
  expect(input(PROMPT, "abcd")).toBeGreaterThan(input(PROMPT) + 4);
  const carried = { ...call(""), carried: { thought: "abcd" } };
  expect(input([...PROMPT, carried]) - input([...PROMPT, call("")])).toBeGreaterThanOrEqual(4);
});

test.each([
  ["no form", null],
  ["a form", { name: "answer", schema: { type: "object", properties: { a: { description: "x".repeat(5000) } } } }],
])("a server that gets its tools in the prompt does not exceed it: %s", (_, answerSchema) => {
  const tools = [
    ...TOOLS,
    { name: "list", description: "Lists.", parameters: { properties: { path: {}, depth: {} } } },
  ] as const;
  const request = { messages: conversation([READ_A, READ_B]), answerSchema, tools };
  const asked = inActions({ ...request, model: "m", reasoningEffort: null, temperature: null });
  const bytes = [...asked.messages.map(({ content }) => content), JSON.stringify(asked.answerSchema)];
  expect(Buffer.byteLength(bytes.join(""))).toBeLessThan(worstCase(request, 1).inputTokens);
});
