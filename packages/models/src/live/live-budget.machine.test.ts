import { type Exchange, orderCall } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { serves } from "@llmch/testkit";
import { createRedactor } from "@llmch/text";
import { expect, test } from "vitest";
import { createGateway, modelSettings, priceList } from "../index.ts";
import { createBudget } from "../money/budget.ts";
import { connectionsTo, KEY, reason, requestOf, scene, text } from "./live.fixture.ts";

const budgetOf = (usd: number) =>
  createBudget({ usd, tokens: null, minutes: null }, { usd: 0, tokens: 0, ms: 0 }, () => 0);
const usage = { input_tokens: 1_000, output_tokens: 500, cached_tokens: 0 };
const cut = serves.answers('{"half":', {
  ending: "cut",
  reasoning: ["Hm."],
  usage: { ...usage, output_tokens: 64_000 },
});
/** Two models of the same price, so that one cap fits both roles. */
const SETTINGS = { ...DEFAULT_SETTINGS, planner: { ...DEFAULT_SETTINGS.planner, model: ["gpt-5.2"] as const } };

test.each(["planner", "factory"] as const)(
  "half a dollar is enough, although the longest answer would cost more: %s",
  async (role) => {
    const answers = Array.from({ length: 8 }, () => serves.answers("{}", { usage }));
    const { ask, server, events } = await scene(
      { responses: answers, chat: answers },
      {},
      { budget: budgetOf(0.5), settings: SETTINGS },
    );
    for (const attempt of [1, 2, 3, 4, 5, 6, 7]) {
      const { call } = requestOf(role);
      expect(text(await ask(role, { call: { ...call, attempt } }))).toBe("{}");
    }
    const allowed = server.requests.map(({ body }) => Number(body.max_output_tokens ?? body.max_completion_tokens));
    expect(allowed[0]).toBeGreaterThan(30_000);
    expect(allowed[0]).toBeLessThan(36_000);
    expect(allowed).toEqual([...allowed].sort((one, two) => two - one));
    const told = events.filter((event) => event.type === "answer_limited");
    expect(told).toHaveLength(7);
    expect(told[0]).toMatchObject({ max_output_tokens: allowed[0], instead_of: 64_000 });
    for (const { at_most } of told) expect(at_most.usd).toBeLessThanOrEqual(0.5);
  },
);

test("with less than the answer is likely to need, nothing is asked, and the amount needed is reported", async () => {
  const { ask, server, events } = await scene({ chat: [serves.answers("{}")] }, {}, { budget: budgetOf(0.05) });
  expect(reason(await ask("factory", { likelyTokens: 5_000 }))).toBe("limit");
  expect(server.requests).toEqual([]);
  expect(events).toContainEqual(expect.objectContaining({ type: "limit_reached", needed: expect.closeTo(0.0711, 3) }));
  expect(text(await ask("factory", { likelyTokens: 2_000, call: orderCall("WO-01", 2) }))).toBe("{}");
});

test("if no cap applies, nothing is lowered", async () => {
  const { ask, server, events } = await scene({ chat: [serves.answers("{}")] }, {}, { budget: budgetOf(2) });
  await ask("factory");
  expect(server.requests[0]?.body).toMatchObject({ max_completion_tokens: 64_000 });
  expect(events.map(({ type }) => type)).toEqual(["model_asked", "model_answered"]);
});

/** Another session of the same run, with the record of the first and a larger budget. */
const resumed = (url: string, record: readonly Exchange[], usd: number) => {
  const exchanges: Exchange[] = [];
  const gateway = createGateway({
    source: { kind: "live", connections: connectionsTo(url, SETTINGS) },
    models: modelSettings(SETTINGS),
    budget: budgetOf(usd),
    prices: priceList({}),
    signal: new AbortController().signal,
    redactor: createRedactor([KEY]),
  });
  const model = gateway.for({
    recorded: (key) => record.findLast((exchange) => exchange.key === key),
    appendExchange: async (exchange) => void exchanges.push(exchange),
    emit: async () => {},
  });
  return { ask: () => model.ask(requestOf("planner")), exchanges };
};

test("a cut answer is kept before the budget stops the next call, and is not asked for again", async () => {
  const { ask, server, exchanges } = await scene(
    { responses: [cut, serves.answers("{}", { usage })] },
    {},
    { budget: budgetOf(1), settings: SETTINGS },
  );
  expect(reason(await ask("planner"))).toBe("limit");
  expect(exchanges).toMatchObject([
    {
      key: "plan/attempt-1/cut",
      response: { text: '{"half":', reasoning: "Hm." },
      usage: { output_tokens: 64_000 },
      request: { max_output_tokens: 64_000 },
    },
  ]);
  expect(JSON.stringify(exchanges)).not.toContain(KEY);

  const stopped = resumed(server.url, exchanges, 0.8);
  expect(reason(await stopped.ask())).toBe("limit");
  expect(server.requests).toHaveLength(1);
  const larger = resumed(server.url, exchanges, 5);
  expect(text(await larger.ask())).toBe("{}");
  expect(server.requests.map(({ body }) => body.max_output_tokens)).toEqual([64_000, 128_000]);
});

test("a plan that was cut twice is not asked for a third time with the same limit", async () => {
  const { ask, server, exchanges } = await scene({ responses: [cut] }, {}, { settings: SETTINGS });
  expect(reason(await ask("planner"))).toBe("incomplete");
  expect(exchanges.map(({ key }) => key)).toEqual(Array(2).fill("plan/attempt-1/cut"));
  expect(reason(await resumed(server.url, exchanges, 5).ask())).toBe("incomplete");
  expect(server.requests).toHaveLength(2);
});
