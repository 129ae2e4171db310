import { parseModelName } from "@llmch/contract";
import { expect, test } from "vitest";
import table from "./prices.json" with { type: "json" };
import { PRICES_AS_OF, priceList } from "./prices.ts";

const RATES = ["input", "cached_input", "cache_write", "output"];
/** Dollars per million tokens: an entry that is off by a thousand is a typo. */
const DEAREST = 500;

test("the table has a date and the sources of its figures", () => {
  expect(PRICES_AS_OF).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(table.sources.length).toBeGreaterThan(0);
});

test.each(Object.entries(table.prices))("%s has a price of four rates, within bounds", (name, price) => {
  expect(parseModelName(name)).toMatchObject({ ok: true, value: { name } });
  const { long, ...rates }: { long?: Record<string, number | null> } & Record<string, unknown> = { ...price };
  const { above, ...longRates } = long ?? { above: 1 };
  expect(above).toBeGreaterThan(0);
  for (const each of [rates, ...(long === undefined ? [] : [longRates])]) {
    expect(Object.keys(each)).toEqual(RATES);
    const { input, cached_input, cache_write, output } = each as Record<string, number | null>;
    for (const rate of [input, output]) {
      expect(rate).toBeGreaterThan(0);
      expect(rate).toBeLessThan(DEAREST);
    }
    expect(cached_input ?? input).toBeLessThanOrEqual(input ?? 0);
    expect(cache_write ?? input).toBeGreaterThanOrEqual(input ?? 0);
    expect(output).toBeGreaterThan(input ?? 0);
  }
  if (long !== undefined) expect(longRates.input).toBeGreaterThan(price.input);
});

test.each([
  ["gpt-5.2", 1.75],
  ["gpt-5.2-2025-12-11", 1.75],
  ["gpt-5.2-codex", 1.75],
  ["anthropic:claude-haiku-4-5-20251001", 1],
  ["anthropic:claude-opus-5-5", 4],
])("%s is found", (name, input) => {
  expect(priceList({})(name)?.input).toBe(input);
});

test.each([
  "gpt-5.2-turbo",
  "gpt-5.2-2025",
  "claude-opus-5-5",
  "anthropic:gpt-5.2",
  "compatible:office/gpt-5.2",
  "constructor",
  "__proto__",
])("%s has no price: never a guess", (name) => {
  expect(priceList({})(name)).toBeNull();
});

test("prices from the settings take precedence over the table, in either spelling, and for dated names too", () => {
  const own = { input: 9, cached_input: null, cache_write: null, output: 10 };
  const prices = priceList({ "openai:gpt-5.2": own, "compatible:office/llama": own });
  expect(prices("gpt-5.2")).toEqual(own);
  expect(prices("gpt-5.2-2025-12-11")).toEqual(own);
  expect(prices("compatible:office/llama")).toEqual(own);
  expect(prices("gpt-5.2-codex")?.input).toBe(1.75);
});

const price = (input: number, output: number) => ({ input, cached_input: null, cache_write: null, output });

test("a doubted price may raise the price known without it, rate by rate, but not lower it", () => {
  const own = { "gpt-6.2-sol": price(1, 99), "gpt-unheard-of": price(1, 2), "openai:gpt-5.2": price(0, 0) };
  const prices = priceList(own, ["gpt-6.2-sol", "gpt-unheard-of"]);
  const { input, output, long } = prices("gpt-6.2-sol") ?? {};
  expect([input, output, long?.input, long?.above]).toEqual([2, 99, 4, 272_000]);
  expect(prices("gpt-unheard-of")).toEqual(price(1, 2));
  expect(prices("gpt-5.2")).toEqual(price(0, 0));
});
