import { type EventBody, orderCall } from "@llmch/contract";
import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { createBudget } from "../index.ts";
import { reason, scene, text } from "./live.fixture.ts";

const settings = (factory: Partial<Settings["factory"]>): Settings => ({
  ...DEFAULT_SETTINGS,
  factory: { ...DEFAULT_SETTINGS.factory, ...factory },
});
const CHAIN = settings({ model: ["gpt-5.2", "anthropic:claude-opus-5-5", "compatible:by-responses/llama"] });
const FALLS = { transport: { retries: 1 } };

const told = (events: readonly EventBody[]) =>
  events.map((event) => (event.type === "model_retried" ? event.reason : event.type));

test("the next model of the chain is asked once the retries are used up, and is recorded as the one that answered", async () => {
  const script = {
    chat: [serves.status(503)],
    messages: [serves.answers("{}", { model: "claude-opus-5-5-2026" })],
  };
  const { ask, server, events, exchanges } = await scene(script, FALLS.transport, { settings: CHAIN });
  expect(text(await ask("factory"))).toBe("{}");
  expect(server.requests.map(({ path }) => path)).toEqual(["/chat/completions", "/chat/completions", "/messages"]);
  expect(told(events)).toEqual([
    "model_asked",
    "the server answers 503 (scripted 503)",
    expect.stringMatching(/answers 503 \(scripted 503\): anthropic:claude-opus-5-5 is asked instead$/),
    "model_answered",
  ]);
  const who = { model: "claude-opus-5-5-2026", provider: "anthropic" };
  expect(events.at(-1)).toMatchObject({ ...who, asked_model: "anthropic:claude-opus-5-5" });
  // The requested model stays the head of the chain: the request's hash depends on it.
  expect(exchanges).toMatchObject([{ ...who, request: { model: "gpt-5.2" } }]);
});

test.each([
  ["refuses the key", serves.status(401)],
  ["does not know the model", serves.status(404)],
  ["finds the prompt too long", serves.status(400, { code: "context_length_exceeded" })],
  ["is at its content filter", serves.answers("", { ending: "filtered" })],
  ["answers with a page", serves.htmlPage()],
])("the next model is asked if one %s", async (_, step) => {
  const { ask } = await scene({ chat: [step], messages: [serves.answers("{}")] }, FALLS.transport, { settings: CHAIN });
  expect(text(await ask("factory"))).toBe("{}");
});

test("a chain whose models all fail reports the last one", async () => {
  const script = { chat: [serves.status(503)], messages: [serves.status(529)], responses: [serves.status(401)] };
  const { ask, server, events, exchanges } = await scene(script, FALLS.transport, { settings: CHAIN });
  const reply = await ask("factory");
  expect(reply).toMatchObject({ reason: "refused-key", hint: expect.stringContaining("OFFICE_KEY") });
  expect(server.requests).toHaveLength(5);
  expect(events.at(-1)).toMatchObject({ type: "model_failed", asked_model: "compatible:by-responses/llama" });
  expect(exchanges).toEqual([]);
});

test("each model has the full time for an answer", async () => {
  const script = { chat: [serves.silence()], messages: [serves.answers("{}")] };
  const { ask } = await scene(script, { totalMs: { planner: 2000, factory: 2000 } }, { settings: CHAIN });
  expect(text(await ask("factory"))).toBe("{}");
});

test("no other model is asked after an interrupt", async () => {
  const overloaded = () => {
    setTimeout(() => made.interrupt.abort(), 20);
    return serves.status(503);
  };
  const script = { chat: overloaded, messages: [serves.answers("{}")] };
  const made = await scene(script, { retryBaseMs: 60_000 }, { settings: CHAIN });
  expect(reason(await made.ask("factory"))).toBe("interrupted");
  expect(made.server.requests).toHaveLength(1);
});

test("no other model is asked once a limit is reached", async () => {
  const script = { chat: [serves.answers("{}")], messages: [serves.answers("{}")] };
  const budget = createBudget({ usd: null, tokens: 10, minutes: null }, { usd: 0, tokens: 0, ms: 0 }, () => 0);
  const { ask, server, retries } = await scene(script, {}, { settings: CHAIN, budget });
  expect(reason(await ask("factory"))).toBe("limit");
  expect(retries()).toEqual([]);
  expect(server.requests).toEqual([]);
});

test("a request that names a model goes to it, and falls back to the chain", async () => {
  const stronger = settings({
    escalation: [{ after: "any", failures: 2, do: "model", model: "anthropic:claude-opus-5-5", usd: null }],
  });
  const script = {
    chat: [serves.answers("{}", { model: "weak" })],
    messages: [serves.answers("{}", { model: "strong" }), serves.status(401)],
  };
  const { ask, exchanges, events } = await scene(script, FALLS.transport, { settings: stronger });
  for (const attempt of [1, 2, 3, 4]) {
    const named = attempt > 2 ? { model: "anthropic:claude-opus-5-5" } : {};
    await ask("factory", { call: orderCall("WO-01", attempt), ...named });
  }
  expect(exchanges.map(({ model }) => model)).toEqual(["weak", "weak", "strong", "weak"]);
  const asked = events.flatMap((event) => (event.type === "model_answered" ? [event.asked_model] : []));
  expect(asked).toEqual(["gpt-5.2", "gpt-5.2", "anthropic:claude-opus-5-5", "gpt-5.2"]);
});
