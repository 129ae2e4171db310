import fc from "fast-check";
import { expect, test } from "vitest";
import { createBudget } from "../money/budget.ts";
import { createMeter } from "../money/meter.ts";
import { worstCase } from "../money/worst-case.ts";
import { ALL_CAPABILITIES } from "../transport/capabilities.ts";
import { createAllowance } from "./allowance.ts";
import { requestOf } from "./live.fixture.ts";

const never = new AbortController().signal;
const settled = () => new Promise(setImmediate);
const request = requestOf("factory");
const PROMPT = worstCase(request, 0).inputTokens;
/** The most tokens of an answer here; no call is worth making with fewer. */
const LONGEST = 1_000;

interface Order {
  /** The tokens of each of its answers; it ends with the last. */
  readonly answers: readonly number[];
  /** It starts once all orders before it have ended, except this many. */
  readonly ahead: number;
}

interface Run {
  readonly orders: readonly Order[];
  readonly cap: number;
  readonly wanted: number;
}

/** Runs orders with up to `jobs` at once. Returns how many ended within the cap, and what went wrong. */
const carryOut = async ({ orders, cap, wanted }: Run, jobs: number, pick: () => number) => {
  const budget = createBudget({ usd: null, tokens: cap, minutes: null }, { usd: 0, tokens: 0, ms: 0 }, () => 0);
  const paid = orders.map(() => 0);
  let front = 0;
  let spent = 0;
  let isOver = false;
  const wrong: string[] = [];
  const open = new Map<number, () => void>();
  const isBegun = new Set<number>();
  /** They wait for their turn, while the rest is kept for those before. */
  const isLater = new Set<number>();
  const land = (): void => {
    while (front < orders.length && paid[front] === orders[front]?.answers.length) front += 1;
  };
  const ask = async (place: number): Promise<void> => {
    isBegun.add(place);
    for (const answer of orders[place]?.answers.slice(paid[place]) ?? []) {
      const claim = { place, front: () => front };
      const meter = createMeter(budget, claim);
      const asking = { request, meter, budget, claim, price: null, taken: [], known: () => ALL_CAPABILITIES };
      const allowance = createAllowance({ tokens: wanted, least: 0 }, { ...asking, limited: async () => {} });
      const reached = await allowance.spend(never);
      if (reached === "kept") return void isLater.add(place);
      if (reached !== null) {
        // The order that ends the run had its turn.
        if (place !== front) wrong.push(`order ${place} ends the run in the turn of ${front}`);
        isOver = true;
        return;
      }
      await new Promise<void>((resolve) => open.set(place, resolve));
      open.delete(place);
      meter.answered({ input_tokens: PROMPT, output_tokens: answer, cached_tokens: 0 });
      spent += PROMPT + answer;
      if (spent > cap) wrong.push(`${spent} spent of ${cap}`);
      paid[place] = (paid[place] ?? 0) + 1;
    }
    land();
  };
  for (;;) {
    if (isOver || front === orders.length) return { landed: front, wrong };
    const isNext = ({ ahead }: Order, place: number) =>
      place >= front && place < front + jobs && place - front <= ahead && !isBegun.has(place);
    const toAsk = orders.flatMap((each, place) => (isNext(each, place) ? [place] : []));
    if (isLater.delete(front)) toAsk.unshift(front);
    for (const place of toAsk) void ask(place);
    await settled();
    if (isOver || isLater.has(front)) continue;
    const answered = [...open.values()];
    answered[pick() % answered.length]?.();
    await settled();
  }
};

const sizes = { cap: fc.nat(20 * (PROMPT + LONGEST)), wanted: fc.integer({ min: LONGEST, max: 6_000 }) };
const ordersOf = (most: number) => {
  const answers = fc.array(fc.nat(LONGEST), { minLength: 1, maxLength: most });
  return fc.array(fc.record({ answers, ahead: fc.nat(8) }), { minLength: 1, maxLength: 12 });
};
const picks = fc.infiniteStream(fc.nat(30));

test("under a cap, orders with one question each get equally far in parallel and in sequence, in whatever order answers arrive", async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ orders: ordersOf(1), ...sizes }), picks, async (run, order) => {
      const alone = await carryOut(run, 1, () => 0);
      expect(alone.wrong).toEqual([]);
      for (const jobs of [2, 4, 8]) {
        const together = await carryOut(run, jobs, () => order.next().value);
        expect(together).toEqual(alone);
      }
    }),
    { numRuns: 300 },
  );
});

test("if orders need several questions, the run still ends at the order whose turn it is, and no cap is crossed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ orders: ordersOf(4), ...sizes }), picks, async (run, order) => {
      expect(await carryOut(run, 8, () => order.next().value)).toMatchObject({ wrong: [] });
    }),
    { numRuns: 300 },
  );
});
