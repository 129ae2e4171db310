import fc from "fast-check";
import { expect, test } from "vitest";
import { createBudget } from "./budget.ts";
import { fittingTokens, leastTokens } from "./fit.ts";
import { createMeter } from "./meter.ts";

const PRICE = { input: 1.75, cached_input: 0.175, cache_write: null, output: 14 };
const NO_ROOM = { usd: null, tokens: null };
const WORST = { inputTokens: 20_000, outputTokens: 64_000 };

test.each([
  ["no cap", NO_ROOM, 64_000],
  ["a cap that leaves room for all", { ...NO_ROOM, usd: 1 }, 64_000],
  ["a cap in dollars that binds", { ...NO_ROOM, usd: 0.5 }, 33_213],
  ["a cap in tokens that binds", { ...NO_ROOM, tokens: 50_000 }, 29_999],
  ["two of which one binds more", { usd: 0.5, tokens: 30_000 }, 9_999],
  ["too little for an answer", { ...NO_ROOM, usd: 0.04 }, 3_000],
  ["too little for the prompt", { ...NO_ROOM, tokens: 10 }, 3_000],
])("with %s", (_, room, tokens) => {
  expect(fittingTokens(WORST, 3_000, PRICE, room)).toBe(tokens);
});

test("an answer is worth asking for with the tokens that its files, or earlier answers, suggest", () => {
  expect([leastTokens("factory", 0, []), leastTokens("planner", 0, [])]).toEqual([1_000, 4_000]);
  expect(leastTokens("factory", 5_000, [100])).toBe(5_000);
  expect(leastTokens("factory", 5_000, [100, 9_000, 9_000])).toBe(9_000);
});

const calls = fc.array(
  fc.record({
    input: fc.nat(3_000),
    wanted: fc.integer({ min: 1, max: 5_000 }),
    least: fc.nat(500),
    part: fc.nat(100),
  }),
  { maxLength: 40 },
);

test("however often an answer is lowered to the remainder, no cap is crossed, and a refused one would not have fit", () => {
  fc.assert(
    fc.property(calls, fc.nat(20_000), fc.boolean(), (asked, cap, isUsd) => {
      const caps = { usd: isUsd ? cap / 50_000 : null, tokens: isUsd ? null : cap, minutes: null };
      const budget = createBudget(caps, { usd: 0, tokens: 0, ms: 0 }, () => 0);
      let spent = 0;
      for (const { input, wanted, least, part } of asked) {
        const meter = createMeter(budget);
        const outputTokens = fittingTokens({ inputTokens: input, outputTokens: wanted }, least, PRICE, budget.room());
        const before = budget.room();
        const reached = meter.begin({ inputTokens: input, outputTokens }, PRICE);
        const cost = isUsd ? (input * 1.75 + outputTokens * 14) / 1_000_000 : input + outputTokens;
        if (reached !== null) {
          expect(outputTokens).toBeLessThanOrEqual(Math.max(least, 0));
          expect(cost).toBeGreaterThan((isUsd ? before.usd : before.tokens) ?? 0);
          continue;
        }
        const out = Math.floor((outputTokens * part) / 100);
        meter.answered({ input_tokens: input, output_tokens: out, cached_tokens: 0 });
        spent += isUsd ? (input * 1.75 + out * 14) / 1_000_000 : input + out;
        expect(spent).toBeLessThanOrEqual((isUsd ? cap / 50_000 : cap) * (1 + 1e-9));
      }
    }),
    { numRuns: 300 },
  );
});
