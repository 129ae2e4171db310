import { callNamed, type EventBody, type Exchange, type ModelRequest, onePrompt, orderCall } from "@llmch/contract";
import { createRedactor } from "@llmch/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_MODELS, NO_BUDGET } from "./gateway.fixture.ts";
import { createGateway } from "./gateway.ts";
import { readExchanges } from "./replay.ts";

const line = (key: string, text: string, more: object = {}): string =>
  JSON.stringify({ key, response: { text }, ...more });

/** A key, or an order to stand for its first attempt. */
const requestOf = (key: string, prompt = "prompt"): ModelRequest => ({
  call: callNamed(key) ?? orderCall(key, 1),
  messages: onePrompt(prompt),
  answerSchema: null,
});

const scene = (text: string, strict = false, window: number | null = null) => {
  const loaded = readExchanges(text);
  if (!loaded.ok) throw new Error(loaded.issues[0].message);
  const exchanges: Exchange[] = [];
  const events: EventBody[] = [];
  const interrupt = new AbortController();
  const gateway = createGateway({
    source: { kind: "replay", exchanges: loaded.value, strict, window },
    models: DEFAULT_MODELS,
    budget: NO_BUDGET,
    prices: () => null,
    signal: interrupt.signal,
    redactor: createRedactor([]),
  });
  const { ask } = gateway.for({
    appendExchange: async (exchange) => void exchanges.push(exchange),
    emit: async (event) => void events.push(event),
  });
  return { ask, exchanges, events, interrupt };
};

test("a handwritten line answers, and is recorded with the hash of the request", async () => {
  const { ask, exchanges, events } = scene(line("WO-03/attempt-2", "{}"));
  expect(await ask(requestOf("WO-03/attempt-2"))).toEqual({
    kind: "answered",
    text: "{}",
    reasoning: null,
    usage: null,
    model: "gpt-5.2",
  });
  expect(exchanges).toMatchObject([
    {
      key: "WO-03/attempt-2",
      provider: "replay",
      usage: null,
      request_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(events.map(({ type }) => type)).toEqual(["model_asked", "model_answered"]);
});

test("the record's model, usage and reasoning are kept", async () => {
  const usage = { input_tokens: 1, output_tokens: 2, cached_tokens: 3 };
  const recorded = { key: "plan/attempt-1", response: { text: "{}", reasoning: "hm" }, model: "other", usage };
  const { ask, exchanges } = scene(JSON.stringify(recorded));
  expect(await ask(requestOf("plan/attempt-1"))).toMatchObject({ reasoning: "hm", model: "other", usage });
  expect(exchanges[0]).toMatchObject({ ...recorded, provider: "replay" });
});

test("blank lines, a byte order mark and carriage returns are skipped; of two lines the later wins", async () => {
  const { ask } = scene(`\ufeff${line("a/attempt-1", "first")}\r\n\r\n  \n${line("a/attempt-1", "second")}\r\n`);
  expect(await ask(requestOf("a"))).toMatchObject({ text: "second" });
});

test.each([
  ["no JSON", "{", "not JSON"],
  ["no key", '{"response":{"text":""}}', "key"],
  ["no text", '{"key":"a","response":{}}', "text"],
  ["a key twice", '{"key":"a","key":"b","response":{"text":""}}', "twice"],
  ["a list", "[]", "object"],
  ["usage in words", '{"key":"a","response":{"text":""},"usage":"much"}', "/usage"],
])("a line with %s refuses the file, naming the line", (_, bad, words) => {
  const loaded = readExchanges(`${line("a", "")}\n\n${bad}\n${line("b", "")}`, "demo.jsonl");
  expect(loaded).toMatchObject({ ok: false, issues: [{ code: "invalid-replay-file" }] });
  const message = loaded.ok ? "" : loaded.issues[0].message;
  expect(message).toContain("demo.jsonl, line 3: ");
  expect(message).toContain(words);
});

test("no text makes the parser throw", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => typeof readExchanges(text).ok === "boolean"));
});

test("keys such as __proto__ are keys like any other", async () => {
  const { ask } = scene(
    '{"key":"a/attempt-1","response":{"text":"{}","__proto__":{"x":1}},"__proto__":{"polluted":true}}',
  );
  expect(await ask(requestOf("a"))).toMatchObject({ text: "{}" });
  expect("polluted" in {}).toBe(false);
  expect(await ask(requestOf("constructor"))).toMatchObject({ reason: "missing-exchange" });
});

test("a missing exchange is named, and nothing is recorded", async () => {
  const { ask, exchanges, events } = scene("");
  const reply = await ask(requestOf("WO-01/attempt-1"));
  expect(reply).toMatchObject({ kind: "failed", reason: "missing-exchange" });
  expect(reply.kind === "failed" && reply.message).toContain("WO-01/attempt-1");
  expect(exchanges).toEqual([]);
  expect(events.map(({ type }) => type)).toEqual(["model_asked", "model_failed"]);
});

test("a missing exchange of a build's window is named as its record has it", async () => {
  const reply = await scene("", false, 2).ask(requestOf("plan/attempt-1"));
  expect(reply.kind === "failed" && reply.message).toContain("the key window-02/plan/attempt-1");
});

test("the record of a replay replays strictly; a changed request does not", async () => {
  const first = scene(line("WO-01/attempt-1", "{}"));
  await first.ask(requestOf("WO-01/attempt-1"));
  const recorded = first.exchanges.map((exchange) => JSON.stringify(exchange)).join("\n");

  const strict = scene(recorded, true);
  expect(await strict.ask(requestOf("WO-01/attempt-1"))).toMatchObject({ kind: "answered" });
  const changed = await strict.ask(requestOf("WO-01/attempt-1", "another prompt"));
  expect(changed).toMatchObject({ kind: "failed", reason: "request-changed" });
  const message = changed.kind === "failed" ? changed.message : "";
  expect(message).toContain("WO-01/attempt-1");
  expect(message).toContain(first.exchanges[0]?.request_sha256);
  expect(message.match(/[0-9a-f]{64}/g)).toHaveLength(2);
});

const CALL = { id: "call_1", name: "read", arguments: '{"path":' };
const talked = (result: string): ModelRequest => ({
  ...requestOf("WO-01/attempt-1/turn-2"),
  tools: [{ name: "read", description: "Reads.", parameters: { type: "object" } }],
  messages: [
    ...onePrompt("prompt"),
    { role: "assistant", content: "", toolCalls: [CALL] },
    { role: "tool", content: result, callId: "call_1" },
  ],
});

test("tool calls are replayed as recorded, even if handwritten, and carried on", async () => {
  const key = "WO-01/attempt-1/turn-2";
  const response = { text: "", tool_calls: [CALL], carried: { wire: "chat" } };
  const { ask, exchanges } = scene(JSON.stringify({ key, response, cost_usd: 0.5 }));
  expect(await ask(talked("a"))).toMatchObject({
    text: "",
    toolCalls: [CALL],
    carried: { wire: "chat" },
    costUsd: 0.5,
  });
  expect(exchanges).toMatchObject([{ response, cost_usd: 0.5 }]);
  const again = scene(JSON.stringify(exchanges[0]), true);
  expect(await again.ask(talked("a"))).toMatchObject({ toolCalls: [CALL] });
});

test("tools that answer differently from the record cause one warning per call; with strict they are refused", async () => {
  const key = "WO-01/attempt-1/turn-2";
  const first = scene(line(key, "{}"));
  await first.ask(talked("a"));
  const recorded = JSON.stringify(first.exchanges[0]);
  const warnings = ({ events }: typeof first) => events.filter(({ type }) => type === "warning");

  const replayed = scene(recorded);
  expect(await replayed.ask(talked("a"))).toMatchObject({ text: "{}" });
  expect(warnings(replayed)).toEqual([]);
  expect(await replayed.ask(talked("b"))).toMatchObject({ text: "{}" });
  expect(warnings(replayed)).toEqual([
    { type: "warning", message: `the tools answer differently than in the record: ${key}` },
  ]);
  expect(await scene(recorded, true).ask(talked("b"))).toMatchObject({ reason: "request-changed" });
  expect(warnings(first)).toEqual([]);
});

test("a line without a hash does not replay strictly", async () => {
  const { ask } = scene(line("plan/attempt-1", "{}"), true);
  expect(await ask(requestOf("plan/attempt-1"))).toMatchObject({ reason: "request-changed" });
});

test("an interrupt takes precedence over an answer", async () => {
  const { ask, interrupt } = scene(line("a/attempt-1", "{}"));
  interrupt.abort();
  expect(await ask(requestOf("a"))).toMatchObject({ kind: "failed", reason: "interrupted" });
});
