import fc from "fast-check";
import { expect, test } from "vitest";
import { costOf, worstCost } from "./cost.ts";
import type { ModelPrice } from "./prices.ts";

const price: ModelPrice = {
  ...{ input: 2, cached_input: 0.2, cache_write: 2.5, output: 10 },
  long: { above: 1000, input: 4, cached_input: 0.4, cache_write: 5, output: 15 },
};
const usage = (input_tokens: number, output_tokens: number, more: object = {}) => ({
  ...{ input_tokens, output_tokens, cached_tokens: 0 },
  ...more,
});

test.each([
  ["input and output", usage(1000, 100), 1000 * 2 + 100 * 10],
  ["cached input is cheaper", usage(1000, 0, { cached_tokens: 600 }), 400 * 2 + 600 * 0.2],
  ["what is put into the cache is dearer", usage(1000, 0, { cache_write_tokens: 500 }), 500 * 2 + 500 * 2.5],
  ["reasoning is a part of the output", usage(0, 100, { reasoning_tokens: 90 }), 100 * 10],
  ["more input than the limit makes all of it dearer", usage(1001, 10, { cached_tokens: 1 }), 1000 * 4 + 0.4 + 150],
  ["parts larger than the whole are cut", usage(10, 0, { cached_tokens: 50, cache_write_tokens: 50 }), 10 * 0.2],
])("%s", (_, used, millionths) => {
  expect(costOf(used, price)).toBeCloseTo(millionths / 1e6, 12);
});

test("a missing rate is that of other input", () => {
  const plain = { input: 2, cached_input: null, cache_write: null, output: 10 };
  expect(costOf(usage(1000, 0, { cached_tokens: 300, cache_write_tokens: 200 }), plain)).toBeCloseTo(0.002, 12);
});

const rate = fc.double({ min: 0, max: 100, noNaN: true });
const rates = fc.record({ input: rate, cached_input: fc.option(rate), cache_write: fc.option(rate), output: rate });
const anyPrice = fc.record(
  { long: fc.tuple(rates, fc.nat(4000)).map(([each, above]) => ({ ...each, above })) },
  { requiredKeys: [] },
);

test("no usage within the tokens of a call costs more than its worst case", () => {
  const used = fc.record({
    ...{ input_tokens: fc.nat(3000), output_tokens: fc.nat(3000), cached_tokens: fc.nat(4000) },
    cache_write_tokens: fc.nat(4000),
  });
  fc.assert(
    fc.property(used, rates, anyPrice, fc.nat(1000), fc.nat(1000), (spent, base, long, moreIn, moreOut) => {
      const any: ModelPrice = { ...base, ...long };
      const dearer = any.long === undefined || dearerThan(any.long, any);
      fc.pre(dearer);
      const worst = worstCost(spent.input_tokens + moreIn, spent.output_tokens + moreOut, any);
      expect(costOf(spent, any)).toBeLessThanOrEqual(worst * (1 + 1e-12));
    }),
  );
});

/** Long requests are never cheaper; no provider has such a price. */
const dearerThan = (long: ModelPrice, short: ModelPrice): boolean =>
  long.input >= short.input && long.output >= short.output;
