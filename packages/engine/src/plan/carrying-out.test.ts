import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { PRICES_AS_OF } from "@llmch/models";
import type { CallTokens, OrderEstimate } from "@llmch/planner";
import { expect, test } from "vitest";
import { estimateInWords } from "./carrying-out.ts";

const PRICES: Readonly<Record<string, number>> = { cheap: 1_000, dear: 10_000 };
const priceOf = (name: string) => {
  const price = PRICES[name];
  return price === undefined ? null : { input: price, cached_input: null, cache_write: null, output: 2 * price };
};
const tokens = (calls: number): CallTokens => ({ calls, input_tokens: calls * 1_000, output_tokens: calls * 500 });
const orders = (count: number, [asked, escalated]: readonly [number, number]): readonly OrderEstimate[] =>
  Array.from({ length: count }, (_, index) => ({
    order: `WO-0${index + 1}`,
    low: tokens(1),
    high: { asked: tokens(asked), escalated: tokens(escalated) },
  }));
const told = (names: { model: string; stronger?: string }, calls: readonly [number, number], count = 2) => {
  const max_attempts = calls[0] + calls[1];
  const models = { model: [names.model, "ignored"] as const, escalate_model: names.stronger ?? null, max_attempts };
  return estimateInWords(orders(count, calls), { ...DEFAULT_SETTINGS.factory, ...models }, priceOf);
};

test.each([
  [
    told({ model: "cheap" }, [5, 0]),
    `about $4.00 to $20.00 (2 orders with cheap at prices of ${PRICES_AS_OF}: one attempt each, to all 5)`,
  ],
  [
    told({ model: "cheap", stronger: "dear" }, [2, 3]),
    `about $4.00 to $128.00 (2 orders with cheap, then dear at prices of ${PRICES_AS_OF}: one attempt each, to all 5)`,
  ],
  [
    told({ model: "cheap" }, [1, 0], 1),
    `about $2.00 to $2.00 (1 order with cheap at prices of ${PRICES_AS_OF}: one attempt each)`,
  ],
  [
    told({ model: "other" }, [5, 0]),
    "about 3.0k to 15.0k tokens, cost unknown (2 orders with other: one attempt each, to all 5)",
  ],
  [
    told({ model: "cheap", stronger: "other" }, [2, 3]),
    "about 3.0k to 15.0k tokens, cost unknown (2 orders with cheap, then other: one attempt each, to all 5)",
  ],
  [
    told({ model: "cheap", stronger: "other" }, [2, 0]),
    `about $4.00 to $8.00 (2 orders with cheap, then other at prices of ${PRICES_AS_OF}: one attempt each, to all 2)`,
  ],
])("%#", ({ line }, words) => {
  expect(line).toBe(`carrying it out  ${words}`);
});

test("what is recorded has tokens where there is no price", () => {
  expect(told({ model: "other" }, [5, 0]).document).toMatchObject({
    orders: 2,
    low: { input_tokens: 2_000, output_tokens: 1_000, cost_usd: null },
    high: { input_tokens: 10_000, output_tokens: 5_000, cost_usd: null },
    prices_as_of: null,
  });
});

test("a model's name cannot paint the terminal", () => {
  expect(told({ model: "\u001b[2Jx" }, [1, 0]).line).not.toContain("\u001b");
});
