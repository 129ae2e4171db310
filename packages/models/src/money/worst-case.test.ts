import { onePrompt, type RequestMessage } from "@llmch/contract";
import { expect, test } from "vitest";
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

test("what a call can take counts each byte of its tools, and of the calls before it", () => {
  expect(input(PROMPT, "abcd") - input(PROMPT, "")).toBeGreaterThanOrEqual(4);
  expect(input(PROMPT, "")).toBeGreaterThan(input(PROMPT));
  expect(input([...PROMPT, call("{}")]) - input([...PROMPT, call("")])).toBe(2);
  expect(input([...PROMPT, call("")])).toBeGreaterThan(input([...PROMPT, { role: "assistant", content: "" }]));
  const carried = { ...call(""), carried: { thought: "abcd" } };
  expect(input([...PROMPT, carried]) - input([...PROMPT, call("")])).toBeGreaterThanOrEqual(4);
});
