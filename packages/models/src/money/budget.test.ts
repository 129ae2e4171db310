import type { LimitReached } from "@llmch/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBudget } from "./budget.ts";
import { worstCost } from "./cost.ts";
import { createMeter, type Meter } from "./meter.ts";

const NOTHING = { usd: 0, tokens: 0, ms: 0 };
const NO_CAPS = { usd: null, tokens: null, minutes: null };
const still = () => 0;

test("an amount reserved for one call is not available to another", () => {
  const budget = createBudget({ ...NO_CAPS, tokens: 100 }, NOTHING, still);
  const first = budget.reserve({ tokens: 60, usd: null });
  expect(budget.reserve({ tokens: 60, usd: null })).toMatchObject({
    ok: false,
    issues: [{ limit: "tokens", cap: 100, spent: 60, needed: 60 }],
  });
  if (first.ok) first.value.settle({ tokens: 10, usd: null });
  expect(budget.reserve({ tokens: 90, usd: null })).toMatchObject({ ok: true });
});

test("a reservation ends once", () => {
  const budget = createBudget({ ...NO_CAPS, tokens: 100 }, NOTHING, still);
  const first = budget.reserve({ tokens: 100, usd: null });
  if (first.ok) {
    first.value.release();
    first.value.release();
    first.value.settle({ tokens: 0, usd: 0 });
  }
  expect(budget.reserve({ tokens: 101, usd: null })).toMatchObject({ ok: false, issues: [{ spent: 0 }] });
});

test.each([
  [{ usd: 0.9, tokens: 0, ms: 0 }, { usd: 1 }, "usd"],
  [{ usd: 0, tokens: 90, ms: 0 }, { tokens: 100 }, "tokens"],
  [{ usd: 0, tokens: 0, ms: 60_000 }, { minutes: 1 }, "minutes"],
] as const)("what previous sessions spent counts: %j", (before, caps, limit) => {
  const call = { tokens: 20, usd: 0.2 };
  expect(createBudget({ ...NO_CAPS, ...caps }, NOTHING, still).reserve(call)).toMatchObject({ ok: true });
  expect(createBudget({ ...NO_CAPS, ...caps }, before, still).reserve(call)).toMatchObject({
    ok: false,
    issues: [{ limit }],
  });
});

test("time passes while a budget is used", () => {
  let now = 5_000;
  const budget = createBudget({ ...NO_CAPS, minutes: 2 }, { ...NOTHING, ms: 60_000 }, () => now);
  expect(budget.reserve({ tokens: 1, usd: null })).toMatchObject({ ok: true });
  now += 60_000;
  expect(budget.reserve({ tokens: 1, usd: null })).toMatchObject({
    ok: false,
    issues: [{ limit: "minutes", spent: 2 }],
  });
});

const PRICE = { input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 };

/** The next event of one of several parallel questions. */
const act = fc.record({
  question: fc.nat(3),
  what: fc.constantFrom("begin", "answered", "told nothing", "unbilled", "total", "never ends"),
  input: fc.nat(2_000),
  output: fc.nat(2_000),
  /** The part of its maximum that a call really takes. */
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});

const interleavings = fc.record({
  acts: fc.array(act, { maxLength: 60 }),
  cap: fc.nat(20_000),
  limit: fc.constantFrom("tokens" as const, "usd" as const),
});

test("no interleaving of calls, however they end, spends more than the cap", () => {
  fc.assert(
    fc.property(interleavings, ({ acts, cap, limit }) => {
      const caps = limit === "tokens" ? { ...NO_CAPS, tokens: cap } : { ...NO_CAPS, usd: cap / 100_000 };
      const budget = createBudget(caps, NOTHING, still);
      const questions: Meter[] = [0, 1, 2, 3].map(() => createMeter(budget));
      const open = new Map<number, { input: number; output: number; price: typeof PRICE }>();
      let billed = 0;
      const refusedAt: LimitReached[] = [];

      for (const { question, what, input, output, part } of acts) {
        const meter = questions[question];
        if (meter === undefined) continue;
        const call = open.get(question);
        // A server may bill anything up to the call's maximum, whether it reports it or not.
        const bill = (tokensIn: number, tokensOut: number) => {
          billed += limit === "tokens" ? tokensIn + tokensOut : worstCost(tokensIn, tokensOut, PRICE);
        };
        if (what === "never ends") {
          questions[question] = createMeter(budget);
          if (call !== undefined) bill(call.input, call.output);
          open.delete(question);
        } else if (what === "begin" || what === "total") {
          if (call !== undefined) bill(call.input, call.output);
          open.delete(question);
          if (what === "total") meter.total();
          else {
            const reached = meter.begin({ inputTokens: input, outputTokens: output }, PRICE);
            if (reached === null) open.set(question, { input, output, price: PRICE });
            else refusedAt.push(reached);
          }
        } else if (call !== undefined) {
          open.delete(question);
          const told = {
            input_tokens: Math.floor(call.input * part),
            output_tokens: Math.floor(call.output * part),
            cached_tokens: 0,
            cache_write_tokens: Math.floor(call.input * part),
          };
          if (what === "unbilled") meter.unbilled();
          else if (what === "answered") {
            meter.answered(told);
            bill(told.input_tokens, told.output_tokens);
          } else {
            meter.answered(null);
            bill(call.input, call.output);
          }
        }
        const most = limit === "tokens" ? cap : cap / 100_000;
        expect(billed).toBeLessThanOrEqual(most * (1 + 1e-9) + 1e-12);
        for (const { spent, needed, cap: told } of refusedAt) expect(spent + needed).toBeGreaterThan(told);
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  [{ usd: 1 }, { usd: 0.5, tokens: 10 }, null],
  [{ usd: 1 }, { usd: 1.5, tokens: 10 }, { limit: "usd", cap: 1, spent: 1.5, needed: 1.5 }],
  [{ tokens: 10 }, { usd: 9, tokens: 10 }, { limit: "tokens", cap: 10, spent: 10, needed: 10 }],
  [{ usd: 1 }, { usd: null, tokens: 10 }, null],
] as const)("what was spent without a reservation counts: %j %j", (caps, spent, reached) => {
  const budget = createBudget({ ...NO_CAPS, ...caps }, NOTHING, still);
  expect(budget.spend(spent)).toEqual(reached);
  expect(budget.spend({ usd: 0, tokens: 0 })).toEqual(reached);
});
