import type { RequestMessage } from "@llmch/contract";
import { expect, test } from "vitest";
import type { Answer, ProtocolRequest } from "../protocol/answer.ts";
import { inActions, readAction } from "./json-actions.ts";
import { conversation, READ_A, READ_B, TOOLS } from "./tools.fixture.ts";

const LIST = {
  name: "list",
  description: "Lists files.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      depth: { type: "integer", minimum: 1, default: 1 },
      filters: { type: "array", items: { type: "object", properties: { glob: { type: "string" } }, required: [] } },
    },
    required: ["path"],
    additionalProperties: false,
  },
} as const;
const ANSWER = { name: "answer", schema: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] } };

const question = (details: Partial<ProtocolRequest> = {}): ProtocolRequest => ({
  model: "m",
  messages: conversation([READ_A, READ_B]),
  answerSchema: null,
  tools: [...TOOLS, LIST],
  reasoningEffort: null,
  temperature: null,
  ...details,
});
const answer = (text: string): Answer => ({
  ...{ text, reasoning: null, usage: null, model: "m", ending: "whole", why: null },
});
const read = (text: string, answerSchema: ProtocolRequest["answerSchema"] = null) =>
  readAction(answer(text), question({ answerSchema }));

test("the first message describes the tools, calls are JSON, and their results form one user message", () => {
  const asked = inActions(question());
  expect(asked.tools).toEqual([]);
  const [first, second, third, ...rest] = asked.messages;
  expect(first).toMatchObject({ role: "user", stableLengths: [12] });
  expect(first?.content).toMatch(/^Look around\.\n\n# Tools\n.*\n## list\n\nLists files\.\n\nJSON Schema/s);
  expect(first?.content).not.toContain('{"answer"');
  expect(second).toEqual({
    role: "assistant",
    content: '{"tool":"read","arguments":{"path":"a.txt"}}\n{"tool":"read","arguments":{"path":"b.txt"}}',
  });
  expect(third).toEqual({
    role: "user",
    content: "The result of read:\n\nresult 0\n\nThe result of read:\n\nresult 1",
  });
  expect(rest).toEqual([]);
});

test("a result is named after the nearest call with its id, or otherwise just called a tool", () => {
  const turn = (name: string): readonly RequestMessage[] => [
    { role: "assistant", content: "", toolCalls: [{ id: "call-0", name, arguments: "no JSON" }] },
    { role: "tool", content: "done", callId: "call-0" },
  ];
  const messages = [...turn("read"), ...turn("edit"), { role: "tool", content: "whose?", callId: "x" } as const];
  const told = inActions(question({ messages })).messages.map(({ content }) => content);
  expect(told[1]).toBe("The result of read:\n\ndone");
  expect(told[3]).toBe("The result of edit:\n\ndone\n\nThe result of a tool:\n\nwhose?");
  expect(told[2]).toBe('{"tool":"edit","arguments":{"arguments":"no JSON"}}');
});

test("an empty answer is left out", () => {
  const messages = [
    { role: "user", content: "Look." },
    { role: "assistant", content: "" },
    { role: "user", content: "Go on." },
  ] as const;
  const told = inActions(question({ messages })).messages;
  expect(told.map(({ role, content }) => [role, content.slice(-7)])).toEqual([["user", "Go on.".padStart(7, "\n")]]);
});

test("an answer's form is described, and no form is enforced", () => {
  const asked = inActions(question({ answerSchema: ANSWER }));
  expect(asked.answerSchema).toBeNull();
  expect(asked.messages[0]?.content).toContain(JSON.stringify(ANSWER.schema));
});

test.each<[string, string, string, string]>([
  ["a call", '{"tool":"read","arguments":{"path":"a"}}', "read", '{"path":"a"}'],
  ["a call between fences", '```json\n{"tool":"read","arguments":{}}\n```\n', "read", "{}"],
  ["a made-up tool", '{"tool":"shell","arguments":{"x":null}}', "shell", '{"x":null}'],
  ["no arguments", '{"tool":"read"}', "read", "{}"],
  ["arguments that are none", '{"tool":"read","arguments":[1]}', "read", "[1]"],
  ["arguments as text", '{"tool":"read","arguments":"{\\"path\\":1}"}', "read", '{"path":1}'],
])("%s is a call", (_, text, name, given) => {
  expect(read(text)).toEqual({ ...answer(""), toolCalls: [{ id: "call-0", name, arguments: given }] });
});

test.each<[string, string, ProtocolRequest["answerSchema"], string]>([
  ["an answer in its form", '{"answer":{"a":1}}', ANSWER, '{"a":1}'],
  ["an answer in words", '{"answer":"yes"}', ANSWER, "yes"],
  ["an answer that nobody asked for so", '{"answer":{"a":1}}', null, '{"answer":{"a":1}}'],
  ["an answer among others", '{"answer":1,"b":2}', ANSWER, '{"answer":1,"b":2}'],
  ["a bare answer", '{"a":1}', ANSWER, '{"a":1}'],
  ["a tool that is no name", '{"tool":5,"arguments":{}}', null, '{"tool":5,"arguments":{}}'],
  ["a call that is cut", '{"tool":"read","argu', null, '{"tool":"read","argu'],
  ["words", "I would read a.txt.", null, "I would read a.txt."],
  ["a list", '[{"tool":"read"}]', null, '[{"tool":"read"}]'],
])("%s is not a call", (_, text, answerSchema, said) => {
  expect(read(text, answerSchema)).toEqual(answer(said));
});
