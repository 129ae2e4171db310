import type { EventBody, Exchange } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { serves } from "@llmch/testkit";
import { createRedactor } from "@llmch/text";
import { expect, test } from "vitest";
import { DEFAULT_MODELS, NO_BUDGET } from "./gateway.fixture.ts";
import { createGateway } from "./gateway.ts";
import { reason, requestOf, scene, text } from "./live/live.fixture.ts";
import { createBudget } from "./money/budget.ts";

const usage = { input_tokens: 1000, output_tokens: 100, cached_tokens: 400, reasoning_tokens: 40 };
/** At the table's price of gpt-5.2. */
const COST = (600 * 1.75 + 400 * 0.175 + 100 * 14) / 1e6;
const last = (events: readonly EventBody[]) => events.at(-1);
const budgetOf = (tokens: number) =>
  createBudget({ usd: null, tokens, minutes: null }, { usd: 0, tokens: 0, ms: 0 }, () => 0);

test.each(["factory", "planner"] as const)("an answer's usage and model are recorded: %s", async (role) => {
  const step = serves.answers("{}", { usage });
  const settings = { ...DEFAULT_SETTINGS, planner: { ...DEFAULT_SETTINGS.planner, model: ["gpt-5.2"] as const } };
  const { ask, exchanges, events } = await scene({ chat: [step], responses: [step] }, {}, { settings });
  await ask(role);
  const told = { usage, cost_usd: expect.closeTo(COST, 12), provider: "openai", model: "scripted-1" };
  expect(exchanges).toMatchObject([told]);
  expect(last(events)).toMatchObject({ type: "model_answered", asked_model: "gpt-5.2", ...told });
  expect(last(events)).not.toHaveProperty("lost_calls");
  expect(events[0]).toMatchObject({
    type: "model_asked",
    at_most: { tokens: expect.any(Number), usd: expect.any(Number) },
  });
});

test.each([
  [503, 0],
  [504, 1],
  [524, 1],
])("a refusal costs nothing, except from a gateway that timed out: %i", async (status, lost) => {
  const { ask, events } = await scene({ chat: [serves.status(status), serves.answers("{}", { usage })] });
  expect(text(await ask("factory"))).toBe("{}");
  const answered = last(events);
  expect(answered?.type === "model_answered" ? (answered.lost_calls ?? 0) : null).toBe(lost);
});

test("an answer that broke off is lost: it counts with its worst case, and is reported", async () => {
  const budget = budgetOf(1_000_000);
  const { ask, events } = await scene(
    { chat: [serves.cutsAt(40, "{}"), serves.answers("{}", { usage })] },
    {},
    { budget },
  );
  expect(text(await ask("factory"))).toBe("{}");
  const [asked] = events;
  const worst = asked?.type === "model_asked" ? (asked.at_most?.tokens ?? 0) : 0;
  expect(worst).toBeGreaterThan(64_000);
  expect(last(events)).toMatchObject({ usage, lost_calls: 1, untold: { tokens: worst } });
  // A process that dies during the second call has lost both.
  expect(events[1]).toMatchObject({ type: "model_retried", at_most: { tokens: 2 * worst } });
  // The events contain what the budget needs, so that a later session of the run can continue from there.
  expect(budget.reserve({ tokens: 1_000_000, usd: null })).toMatchObject({
    ok: false,
    issues: [{ spent: worst + usage.input_tokens + usage.output_tokens }],
  });
});

test("calls that are refused cost nothing", async () => {
  const budget = budgetOf(1_000_000);
  const { ask, events } = await scene({ chat: [serves.status(429), serves.status(401)] }, {}, { budget });
  expect(reason(await ask("factory"))).toBe("refused-key");
  expect(last(events)).toMatchObject({ type: "model_failed", usage: null, cost_usd: 0 });
  expect(budget.reserve({ tokens: 1_000_001, usd: null })).toMatchObject({ ok: false, issues: [{ spent: 0 }] });
});

test("a call that could cross the limit is not made, the limit is reported, and no other model is asked", async () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    factory: { ...DEFAULT_SETTINGS.factory, model: ["gpt-5.2", "gpt-5.1"] as const },
  };
  const { ask, events, server } = await scene(
    { chat: [serves.answers("{}")] },
    {},
    { settings, budget: budgetOf(500) },
  );
  expect(reason(await ask("factory"))).toBe("limit");
  expect(server.requests).toEqual([]);
  expect(events.map(({ type }) => type)).toEqual(["model_asked", "limit_reached", "model_failed"]);
  expect(events[1]).toMatchObject({ limit: "tokens", cap: 500, spent: 0, needed: expect.any(Number) });
});

test("an answer without usage has an unknown cost, and counts with its worst case", async () => {
  const completion = { choices: [{ message: { content: "{}" }, finish_reason: "stop" }], model: "m" };
  const { ask, events } = await scene({ chat: [serves.json(completion)] });
  expect(text(await ask("factory"))).toBe("{}");
  expect(last(events)).toMatchObject({ usage: null, cost_usd: null, untold: { tokens: expect.any(Number) } });
});

const EXCHANGE: Exchange = {
  key: "WO-01/attempt-1",
  response: { text: "{}" },
  usage,
  cost_usd: 0.5,
  provider: "openai",
};

const replayed = async (exchange: Exchange, recorded?: Exchange) => {
  const events: EventBody[] = [];
  const exchanges: Exchange[] = [];
  const gateway = createGateway({
    source: { kind: "replay", exchanges: new Map([[exchange.key, exchange]]), strict: false },
    ...{ models: DEFAULT_MODELS, budget: NO_BUDGET, prices: () => null, redactor: createRedactor([]) },
    signal: new AbortController().signal,
  });
  const recorder = {
    recorded: () => recorded,
    appendExchange: async (each: Exchange) => void exchanges.push(each),
    emit: async (event: EventBody) => void events.push(event),
  };
  const reply = await gateway.for(recorder).ask(requestOf("factory"));
  return { reply, events, exchanges };
};

test("an answer from a record costs what it cost then; if that is unknown, it is not guessed", async () => {
  const { events, exchanges } = await replayed(EXCHANGE);
  expect(last(events)).toMatchObject({ provider: "replay", cost_usd: 0.5, usage });
  expect(exchanges).toMatchObject([{ provider: "replay", cost_usd: 0.5 }]);
  const { cost_usd: _, ...old } = EXCHANGE;
  expect(last((await replayed(old)).events)).toMatchObject({ cost_usd: null });
  expect(last((await replayed({ ...old, usage: null })).events)).toMatchObject({ cost_usd: null, usage: null });
});

test("an answer from the run's previous session is reused, and costs nothing again", async () => {
  const { events, exchanges } = await replayed(EXCHANGE, EXCHANGE);
  expect(events).toEqual([{ type: "answer_reused", key: EXCHANGE.key }]);
  expect(exchanges).toEqual([]);
});

test("a reused answer returns its calls, its carried part and its cost", async () => {
  const call = { id: "call_1", name: "read", arguments: "{}" };
  const response = { text: "", tool_calls: [call], carried: { wire: "chat" } };
  const { reply } = await replayed(EXCHANGE, { ...EXCHANGE, response, cost_usd: 0.25 });
  expect(reply).toMatchObject({
    kind: "answered",
    text: "",
    toolCalls: [call],
    carried: { wire: "chat" },
    costUsd: 0.25,
  });
  const empty = await replayed(EXCHANGE, { ...EXCHANGE, response: { text: "{}", tool_calls: [] } });
  expect(empty.reply).not.toHaveProperty("toolCalls");
});
