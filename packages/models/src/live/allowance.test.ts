import type { LimitReached } from "@llmch/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBudget } from "../money/budget.ts";
import { createMeter } from "../money/meter.ts";
import { worstCase } from "../money/worst-case.ts";
import { ALL_CAPABILITIES } from "../transport/capabilities.ts";
import { createAllowance } from "./allowance.ts";
import { requestOf } from "./live.fixture.ts";

const NOTHING = { usd: 0, tokens: 0, ms: 0 };
const never = new AbortController().signal;
const settled = () => new Promise(setImmediate);
const request = requestOf("factory");
const PROMPT = worstCase(request, 0).inputTokens;

const budgetOf = (tokens: number) => createBudget({ usd: null, tokens, minutes: null }, NOTHING, () => 0);

/** A question whose answer may have this many tokens, and its outcome. */
const questionOf = (budget: ReturnType<typeof budgetOf>, tokens: number, signal = never) => {
  const meter = createMeter(budget);
  const allowance = createAllowance(tokens, {
    ...{ request, meter, budget, price: null, taken: [] },
    known: () => ALL_CAPABILITIES,
    limited: async () => {},
  });
  let decided: { readonly reached: LimitReached | null } | null = null;
  const done = allowance.spend(signal).then((reached) => {
    decided = { reached };
    return reached;
  });
  return { meter, allowance, done, decided: () => decided };
};
const answer = (output_tokens: number) => ({ input_tokens: PROMPT, output_tokens, cached_tokens: 0 });

test("reservations of others do not shorten an answer: it waits for them, and gets what they leave", async () => {
  const budget = budgetOf(2 * PROMPT + 11_000);
  const first = questionOf(budget, 10_000);
  expect(await first.done).toBeNull();
  const second = questionOf(budget, 10_000);
  await settled();
  expect(second.decided()).toBeNull();
  first.meter.answered(answer(1_000));
  expect(await second.done).toBeNull();
  expect(second.allowance.tokens()).toBe(10_000);
});

test("once no other call is left, the answer is shortened to fit, or the limit is reported", async () => {
  const budget = budgetOf(2 * PROMPT + 12_000);
  const first = questionOf(budget, 10_000);
  const [second, third] = [questionOf(budget, 10_000), questionOf(budget, 10_000)];
  await settled();
  first.meter.answered(answer(6_000));
  expect(await second.done).toBeNull();
  expect(second.allowance.tokens()).toBe(5_999);
  expect(third.decided()).toBeNull();
  second.meter.answered(answer(5_900));
  expect(await third.done).toMatchObject({ limit: "tokens", spent: 2 * PROMPT + 11_900 });
});

test("an interrupt ends the wait at once, and reserves nothing", async () => {
  const budget = budgetOf(PROMPT + 10_000);
  const stop = new AbortController();
  const first = questionOf(budget, 10_000);
  const second = questionOf(budget, 10_000, stop.signal);
  await settled();
  stop.abort();
  expect(await second.done).toBeNull();
  first.meter.unbilled();
  expect(budget.room().tokens).toBe(PROMPT + 10_000);
});

const questions = fc.array(
  fc.record({ wanted: fc.integer({ min: 1, max: 9_000 }), part: fc.nat(100), leaves: fc.nat(6) }),
  { maxLength: 16 },
);
const endings = fc.infiniteStream(
  fc.record({ which: fc.nat(30), how: fc.constantFrom("answered", "untold", "unbilled", "lost") }),
);

test("however parallel calls end, no cap is crossed, all are decided, and none is refused or shortened because of another", async () => {
  await fc.assert(
    fc.asyncProperty(questions, fc.nat(30_000), endings, async (asked, cap, how) => {
      const budget = budgetOf(cap);
      let spent = 0;
      const open = new Set<number>();
      /** Calls that were shortened or refused while others were open, or that saw a wrong sum. */
      const wrong: string[] = [];
      const all = asked.map(({ wanted, leaves }, index) => {
        const stop = new AbortController();
        const question = questionOf(budget, wanted, stop.signal);
        const done = question.done.then((reached) => {
          // Its turn may have come at the same moment: then the call is not made.
          if (stop.signal.aborted) return question.meter.unbilled();
          const isShort = question.allowance.tokens() < wanted;
          if (open.size > 0 && (reached !== null || isShort)) wrong.push(`${index} beside ${[...open]}`);
          const told = reached === null ? spent : reached.spent;
          if (told !== spent) wrong.push(`${index} at ${told} of ${spent}`);
          if (reached === null) open.add(index);
        });
        return { ...question, done, stop, leaves: leaves === 0 };
      });
      await settled();
      for (const { leaves, stop, decided } of all) if (leaves && decided() === null) stop.abort();
      await settled();
      while (open.size > 0) {
        const [{ which, how: ending } = { which: 0, how: "lost" }] = how.take(1);
        const index = [...open][which % open.size] ?? 0;
        const [question, part] = [all[index], asked[index]?.part ?? 0];
        if (question === undefined) break;
        open.delete(index);
        const tokens = question.allowance.tokens();
        const took = Math.floor((tokens * part) / 100);
        if (ending !== "unbilled") spent += PROMPT + (ending === "answered" ? took : tokens);
        if (ending === "answered") question.meter.answered(answer(took));
        else if (ending === "untold") question.meter.answered(null);
        else if (ending === "unbilled") question.meter.unbilled();
        else question.meter.loseOpen();
        expect(spent).toBeLessThanOrEqual(cap);
        await settled();
      }
      expect(wrong).toEqual([]);
      expect(all.filter(({ stop, decided }) => !stop.signal.aborted && decided() === null)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
