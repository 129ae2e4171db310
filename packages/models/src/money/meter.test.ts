import { expect, test } from "vitest";
import { NO_BUDGET } from "../gateway.fixture.ts";
import { createBudget } from "./budget.ts";
import { createMeter } from "./meter.ts";

const PRICE = { input: 1, cached_input: null, cache_write: null, output: 10 };
const WORST = { inputTokens: 1000, outputTokens: 500 };
const usage = (input_tokens: number, output_tokens: number) => ({ input_tokens, output_tokens, cached_tokens: 0 });

test("a question's calls add up; one that broke off is reported, with the most that it can have taken", () => {
  const meter = createMeter(NO_BUDGET);
  meter.begin(WORST, PRICE);
  meter.begin(WORST, PRICE);
  meter.answered({ ...usage(100, 10), reasoning_tokens: 4 });
  meter.begin(WORST, PRICE);
  meter.answered({ ...usage(200, 20), cache_write_tokens: 7 });
  expect(meter.total()).toEqual({
    usage: { ...usage(300, 30), cache_write_tokens: 7, reasoning_tokens: 4 },
    costUsd: expect.closeTo(0.0006, 12),
    lostCalls: 1,
    estimated: null,
    untold: { tokens: 1500, usd: expect.closeTo(0.006, 12) },
    limit: null,
  });
});

test.each([
  ["a price that is not known", null, usage(1, 1), null],
  ["a usage that is not told", PRICE, null, { tokens: 1500, usd: expect.closeTo(0.006, 12) }],
] as const)("%s makes the cost unknown", (_, price, told, untold) => {
  const meter = createMeter(NO_BUDGET);
  meter.begin(WORST, price);
  meter.answered(told);
  expect(meter.total()).toMatchObject({ costUsd: null, usage: told, untold, lostCalls: 0 });
});

test("a call that we cut counts with its input and what had streamed, and gives the rest of its reservation back", () => {
  const budget = createBudget({ usd: null, tokens: 2000, minutes: null }, { usd: 0, tokens: 0, ms: 0 }, () => 0);
  const meter = createMeter(budget);
  meter.begin(WORST, PRICE);
  meter.cutOpen(90);
  expect(budget.room().tokens).toBe(2000 - 334 - 30);
  expect(meter.atMostWith({ inputTokens: 1, outputTokens: 1 }, PRICE).tokens).toBe(334 + 30 + 2);
  expect(meter.begin(WORST, PRICE)).toBeNull();
  meter.cutOpen(1_000_000);
  expect(meter.total()).toEqual({
    ...{ usage: null, costUsd: 0, lostCalls: 0, untold: null, limit: null },
    estimated: { calls: 2, inputTokens: 668, outputTokens: 530, usd: expect.closeTo((668 + 5300) / 1e6, 12) },
  });
});

test("a refused call, and one that a limit prevented, cost nothing", () => {
  const meter = createMeter(
    createBudget({ usd: null, tokens: 2000, minutes: null }, { usd: 0, tokens: 0, ms: 0 }, () => 0),
  );
  meter.begin(WORST, PRICE);
  meter.unbilled();
  expect(meter.begin({ inputTokens: 2000, outputTokens: 1 }, PRICE)).toMatchObject({ limit: "tokens", spent: 0 });
  meter.answered(usage(5, 5));
  expect(meter.total()).toMatchObject({ usage: null, costUsd: 0, untold: null, limit: { needed: 2001 } });
});

test("no usage gives tokens back", () => {
  const budget = createBudget({ usd: null, tokens: 2000, minutes: null }, { usd: 0, tokens: 500, ms: 0 }, () => 0);
  const meter = createMeter(budget);
  meter.begin(WORST, PRICE);
  meter.answered({ input_tokens: -1e9, output_tokens: Number.NaN, cached_tokens: -1 });
  expect(meter.total()).toMatchObject({ usage: usage(0, 0), costUsd: 0 });
  expect(budget.reserve({ tokens: 1501, usd: null })).toMatchObject({ ok: false, issues: [{ spent: 500 }] });
});

test("a recorded answer counts with its recorded cost", () => {
  const budget = createBudget({ usd: 1, tokens: null, minutes: null }, { usd: 0, tokens: 0, ms: 0 }, () => 0);
  const meter = createMeter(budget);
  meter.begin(WORST, PRICE);
  meter.answered(usage(100, 10), 0.75);
  expect(meter.total().costUsd).toBe(0.75);
  expect(budget.reserve({ tokens: 1, usd: 0.3 })).toMatchObject({ ok: false, issues: [{ spent: 0.75 }] });
});

test("the worst case of a question grows with every call, and its known part is not lost with the rest", () => {
  const meter = createMeter(NO_BUDGET);
  expect(meter.atMostWith(WORST, PRICE)).toEqual({ tokens: 1500, usd: expect.closeTo(0.006, 12) });
  meter.begin(WORST, PRICE);
  expect(meter.atMostWith(WORST, null)).toEqual({ tokens: 3000, usd: null });
  meter.answered(usage(100, 10));
  expect(meter.atMostWith(WORST, PRICE)).toEqual({ tokens: 1610, usd: expect.closeTo(0.0062, 12) });
  meter.begin(WORST, PRICE);
  meter.answered(null);
  expect(meter.atMostWith(WORST, PRICE)).toEqual({ tokens: 3110, usd: expect.closeTo(0.0122, 12) });
  expect(meter.total()).toMatchObject({ costUsd: null, untold: { tokens: 1500, usd: expect.closeTo(0.0062, 12) } });
});
