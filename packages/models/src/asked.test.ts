import { type ModelRequest, onePrompt, orderCall, planCall, reviewCall } from "@llmch/contract";
import { fingerprint } from "@llmch/text";
import { expect, test } from "vitest";
import { askedOf, chainOf, modelsAsked, requestHash } from "./asked.ts";
import { DEFAULT_MODELS } from "./gateway.fixture.ts";

const request = (details: Partial<ModelRequest> = {}): ModelRequest => ({
  call: orderCall("WO-01", 2),
  messages: onePrompt("p", { stableLengths: [1] }),
  answerSchema: { name: "proposal", schema: { type: "object", required: ["a"] } },
  ...details,
});
const hash = (details?: Partial<ModelRequest>, models = DEFAULT_MODELS): string =>
  requestHash(request(details), models);

test("the hash is fixed forever: records made by older versions replay strictly", () => {
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

test("a review asks only the reviewer, however many attempts were made", () => {
  const models = {
    ...DEFAULT_MODELS,
    factory: { ...DEFAULT_MODELS.factory, further: ["strong"], review: "reviewer" },
  };
  const ofReview = { call: reviewCall("WO-01", { attempt: 2, round: 1 }) };
  expect(chainOf(ofReview, models)).toEqual(["reviewer"]);
  expect(chainOf({ call: orderCall("WO-01", 2), model: "strong" }, models)).toEqual(["strong", "gpt-5.2"]);
  expect(chainOf(ofReview, DEFAULT_MODELS)).toEqual(["gpt-5.2"]);
  expect(modelsAsked(models.factory)).toEqual(["gpt-5.2", "strong", "reviewer"]);
  expect(modelsAsked({ ...models.factory, review: "strong" })).toEqual(["gpt-5.2", "strong"]);
  expect(modelsAsked(models.planner)).toEqual(["gpt-5.2-codex"]);
});

test("the key and the other role's settings do not change the hash", () => {
  expect(hash({ call: orderCall("WO-09", 1, 3) })).toBe(hash());
  expect(
    hash({}, { ...DEFAULT_MODELS, planner: { ...DEFAULT_MODELS.planner, chain: ["x"], reasoningEffort: "high" } }),
  ).toBe(hash());
});

const TOOL = { name: "read", description: "Reads.", parameters: { type: "object" } } as const;

test("every word of the offered tools is part of the request", () => {
  const tools = [TOOL];
  const hashes = [
    hash(),
    hash({ tools }),
    hash({ tools: [TOOL, TOOL] }),
    hash({ tools: [{ ...TOOL, name: "list" }] }),
    hash({ tools: [{ ...TOOL, description: "Reads a file." }] }),
    hash({ tools: [{ ...TOOL, parameters: {} }] }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hash({ tools: [] })).toBe(hash());
});

const CALL = { id: "call_1", name: "read", arguments: "{}" };
const talked = (change: { call?: object; said?: object; result?: object } = {}): Partial<ModelRequest> => ({
  tools: [TOOL],
  messages: [
    ...onePrompt("p"),
    { role: "assistant", content: "", toolCalls: [{ ...CALL, ...change.call }], ...change.said },
    { role: "tool", content: "in 3 ms: a", stableContent: "a", callId: "call_1", ...change.result },
  ],
});

test("calls and their results are part of the request; what a provider wants back is not", () => {
  const changes = [
    {},
    { call: { name: "list" } },
    { call: { arguments: "[]" } },
    { said: { content: "Hm." } },
    { result: { stableContent: "b" } },
    { result: { callId: "call_2" } },
  ];
  expect(new Set(changes.map((change) => hash(talked(change)))).size).toBe(changes.length);
  expect(hash(talked({ said: { carried: { thought: "x" } } }))).toBe(hash(talked()));
  expect(hash(talked({ result: { content: "in 5 ms: a" } }))).toBe(hash(talked()));
});

test("the hash of a turn with tools is fixed forever too", () => {
  expect(hash(talked())).toBe("7c80d73d9570fe2a6d7facd9e68c1b5acd61c1187103381145e0c197ef52ae7f");
});

test("a later turn keeps only what is new, with the key of the turn before", () => {
  const told = { role: "tool", content: "in 3 ms: a", call_id: "call_1" };
  const call = orderCall("WO-01", 2, 3);
  const kept = askedOf(request({ ...talked(), call, sentBefore: 2 }), DEFAULT_MODELS);
  expect(kept).toMatchObject({ tools: ["read"], continues: "WO-01/attempt-2/turn-2", messages: [told] });
  expect(
    askedOf(request({ ...talked(), call: orderCall("WO-01", 2, 2), sentBefore: 2 }), DEFAULT_MODELS),
  ).toMatchObject({
    continues: "WO-01/attempt-2",
  });
  const whole = {
    messages: [{ role: "user", content: "p" }, { role: "assistant", content: "", tool_calls: [CALL] }, told],
  };
  expect(askedOf(request({ ...talked(), call }), DEFAULT_MODELS)).toMatchObject(whole);
  expect(askedOf(request({ ...talked(), sentBefore: 2 }), DEFAULT_MODELS)).toMatchObject(whole);
});

test("the kept part of a request is readable for people", () => {
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
