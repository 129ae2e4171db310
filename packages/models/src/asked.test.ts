import { fingerprint, type ModelRequest, onePrompt, orderCall, planCall } from "@llmch/contract";
import { expect, test } from "vitest";
import { askedOf, DEFAULT_MODELS, requestHash } from "./asked.ts";

const request = (details: Partial<ModelRequest> = {}): ModelRequest => ({
  call: orderCall("WO-01", 2),
  messages: onePrompt("p", { stableLengths: [1] }),
  answerSchema: { name: "proposal", schema: { type: "object", required: ["a"] } },
  ...details,
});
const hash = (details?: Partial<ModelRequest>, models = DEFAULT_MODELS): string =>
  requestHash(request(details), models);

test("the hash is fixed for ever: records made by older versions replay strictly", () => {
  expect(hash()).toBe("d2034111229e33e9cf73e4ea28bd7fe1019bddc9ae918419ac57396bc99989b3");
});

test("the output of a command, which changes from run to run, does not change the hash", () => {
  const withOutput = (output: string) =>
    hash({ messages: onePrompt(`It failed:\n${output}`, { stableContent: `It failed:\n${fingerprint(output)}` }) });
  expect(withOutput("1 failed in 0.31s at /tmp/run-1/a.py:12")).toBe(
    withOutput("1 failed in 12.5s at /home/me/other/a.py:12"),
  );
});

test.each<[string, string]>([
  ["the prompt", hash({ messages: onePrompt("p", { stableContent: "q" }) })],
  ["the role", hash({ call: planCall(2) })],
  ["the form of the answer", hash({ answerSchema: null })],
  ["the model", hash({}, { ...DEFAULT_MODELS, factory: { ...DEFAULT_MODELS.factory, chain: ["other"] } })],
  ["the temperature", hash({}, { ...DEFAULT_MODELS, factory: { ...DEFAULT_MODELS.factory, temperature: 1 } })],
])("%s changes the hash", (_, changed) => {
  expect(changed).not.toBe(hash());
});

test("the key and the other role's settings do not change the hash", () => {
  expect(hash({ call: { ...orderCall("WO-09", 1), candidate: 2, turn: 3 } })).toBe(hash());
  expect(
    hash({}, { ...DEFAULT_MODELS, planner: { ...DEFAULT_MODELS.planner, chain: ["x"], reasoningEffort: "high" } }),
  ).toBe(hash());
});

test("what is kept of a request can be read by a person", () => {
  expect(askedOf(request({ call: planCall(1), messages: onePrompt("whole") }), DEFAULT_MODELS)).toEqual({
    role: "planner",
    model: "gpt-5.2-codex",
    reasoning_effort: "medium",
    answer_schema: "proposal",
    prompt: "whole",
  });
});

test("a conversation is recorded message by message, and each of them counts", () => {
  const [prompt] = onePrompt("p");
  const talk = [
    prompt,
    { role: "assistant", content: "a" },
    { role: "user", content: "ran in 3 ms", stableContent: "ran" },
  ];
  const messages = talk as ModelRequest["messages"];
  expect(askedOf(request({ messages }), DEFAULT_MODELS)).toMatchObject({
    messages: [
      { role: "user", content: "p" },
      { role: "assistant", content: "a" },
      { role: "user", content: "ran in 3 ms" },
    ],
  });
  const changes = messages.map((_, index) => hash({ messages: messages.filter((__, other) => other !== index) }));
  const said = messages.map((message, index) => (index === 1 ? { ...message, role: "user" as const } : message));
  expect(new Set([hash(), hash({ messages }), hash({ messages: said }), ...changes]).size).toBe(3 + changes.length);
  expect(hash({ messages: [...messages.slice(0, 2), { role: "user", content: "ran" }] })).toBe(hash({ messages }));
});
