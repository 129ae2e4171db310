import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { type ModelPrice, PRICES_AS_OF } from "@llmch/models";
import type { CallTokens, OrderEstimate } from "@llmch/planner";
import { estimateInWords } from "@llmch/story";
import { expect, test } from "vitest";
import { estimateOf } from "./carrying-out.ts";

const PRICES: Readonly<Record<string, number>> = { cheap: 1_000, dear: 10_000 };
const priceOf = (name: string) => {
  const price = PRICES[name];
  return price === undefined
    ? null
    : ({ input: price, cached_input: null, cache_write: null, output: 2 * price, from: "table" } as const);
};
const tokens = (calls: number): CallTokens => ({ calls, input_tokens: calls * 1_000, output_tokens: calls * 500 });
const orders = (count: number, calls: number): readonly OrderEstimate[] =>
  Array.from({ length: count }, (_, index) => ({
    order: `WO-0${index + 1}`,
    likely: tokens(1),
    high: tokens(calls),
  }));
const strongerRow = (model: string) => [{ after: "any", failures: 2, do: "model", model, usd: null }] as const;
const told = (names: { model: string; stronger?: string }, calls: number, count = 2) => {
  const escalation = names.stronger === undefined ? [] : strongerRow(names.stronger);
  const models = { model: [names.model, "ignored"] as const, escalation, max_attempts: calls };
  return estimateOf(orders(count, calls), { ...DEFAULT_SETTINGS.factory, ...models }, priceOf);
};

test.each([
  [
    told({ model: "cheap" }, 5),
    `likely $4.00, at most $20.00 (2 orders with cheap at prices of ${PRICES_AS_OF}: likely by the sizes of files, at most with all 5 attempts)`,
  ],
  [
    told({ model: "cheap", stronger: "dear" }, 5),
    `likely $4.00, at most $200.00 (2 orders with cheap, then dear at prices of ${PRICES_AS_OF}: likely by the sizes of files, at most with all 5 attempts)`,
  ],
  [
    told({ model: "cheap" }, 1, 1),
    `likely $2.00, at most $2.00 (1 order with cheap at prices of ${PRICES_AS_OF}: likely by the sizes of files, at most with one attempt each)`,
  ],
  [
    told({ model: "other" }, 5),
    "likely 3.0k tokens, at most 15.0k, cost unknown (2 orders with other: likely by the sizes of files, at most with all 5 attempts)",
  ],
  [
    told({ model: "cheap", stronger: "other" }, 5),
    "likely 3.0k tokens, at most 15.0k, cost unknown (2 orders with cheap, then other: likely by the sizes of files, at most with all 5 attempts)",
  ],
])("%#", (estimate, words) => {
  expect(estimateInWords(estimate)).toBe(words);
});

const own = { input: 1_000, cached_input: null, cache_write: null, output: 2_000 };
test.each([
  ["your own prices alone", { cheap: own, dear: own }, " at your prices:", null],
  ["your own and the table's", { cheap: own, dear: priceOf("dear") }, ` at prices of ${PRICES_AS_OF}:`, PRICES_AS_OF],
  ["your own, and the table's of a model that is not asked", { cheap: own, other: priceOf("dear") }, "unknown", null],
])("an estimate from %s says so", (_, prices: Readonly<Record<string, ModelPrice | null>>, words, date) => {
  const settings = {
    ...DEFAULT_SETTINGS.factory,
    ...{ model: ["cheap"] as const, escalation: strongerRow("dear"), max_attempts: 2 },
  };
  const estimate = estimateOf(orders(2, 2), settings, (name) => prices[name] ?? null);
  expect(estimateInWords(estimate)).toContain(words);
  expect(estimate.prices_as_of).toBe(date);
});

test("the cost of a reviewer is counted", () => {
  const reviewed = orders(2, 1).map((each) => ({ ...each, review: { likely: tokens(1), high: tokens(3) } }));
  const settings = { ...DEFAULT_SETTINGS.factory, model: ["cheap"] as const, max_attempts: 1 };
  const estimate = estimateOf(reviewed, settings, priceOf, { reviewer: "dear", uncounted: [] });
  const line = estimateInWords(estimate);
  expect(line).toContain("likely $44.00, at most $124.00 (2 orders with cheap, reviewed by dear at prices of");
  expect(line).toContain("at most with one attempt each and every round of review)");
  expect(estimate).toMatchObject({ reviewer: "dear", likely: { input_tokens: 4_000 } });
});

test("what is not counted is said", () => {
  const besides = { reviewer: null, uncounted: ["a design", "triage"] };
  expect(estimateInWords(estimateOf(orders(2, 1), DEFAULT_SETTINGS.factory, priceOf, besides))).toMatch(
    /; without a design, triage\)$/,
  );
});

test("the recorded estimate has tokens if there is no price", () => {
  expect(told({ model: "other" }, 5)).toMatchObject({
    orders: 2,
    likely: { input_tokens: 2_000, output_tokens: 1_000, cost_usd: null },
    high: { input_tokens: 10_000, output_tokens: 5_000, cost_usd: null },
    prices_as_of: null,
  });
});

test("a model's name cannot paint the terminal", () => {
  expect(estimateInWords(told({ model: "\u001b[2Jx" }, 1))).not.toContain("\u001b");
});
