import fc from "fast-check";
import { expect, test } from "vitest";
import { afterAnswer, afterRefusal, isHopeful, type Rate, startRate } from "./rate.ts";

const answers = (rate: Rate, count: number): Rate => (count === 0 ? rate : answers(afterAnswer(rate), count - 1));
const refused = (rate: Rate, open = rate.limit): Rate => afterRefusal(rate, open, rate.lowered);

test.each([
  ["as many as may be, until one is refused", startRate(8), 8],
  ["half as many from then on", refused(startRate(8)), 4],
  ["half of what was open, if that was fewer", refused(startRate(8), 3), 1],
  ["never none", refused(refused(startRate(1))), 1],
  ["no fewer for calls that were made before it was lowered", afterRefusal(refused(startRate(8)), 7, 0), 4],
  ["one more after as many answers as places", answers(refused(startRate(8)), 4), 5],
  ["what was refused again at last", answers(refused(startRate(8)), 4 + 5 + 6 + 7), 8],
  ["never more than may be", answers(startRate(2), 100), 2],
  ["what was refused after some patience", answers(refused(startRate(2)), 3), 1],
  ["and then", answers(refused(startRate(2)), 4), 2],
  ["after more of it the next time", answers(refused(answers(refused(startRate(2)), 4)), 7), 1],
  ["and then again", answers(refused(answers(refused(startRate(2)), 4)), 8), 2],
])("%s", (_, rate, limit) => {
  expect(rate.limit).toBe(limit);
});

test("calls are hopeless once the server has refused as many in a row as all would try, and any answer resets that", () => {
  const after = (count: number): Rate => (count === 0 ? startRate(2) : refused(after(count - 1)));
  expect([0, 7, 8].map((count) => isHopeful(after(count), 3))).toEqual([true, true, false]);
  expect(isHopeful(afterAnswer(after(8)), 3)).toBe(true);
  expect(isHopeful(startRate(1), 3)).toBe(false);
});

test("whatever happens, the limit stays within its bounds; answers never lower it, refusals never raise it", () => {
  const happening = fc.record({ isAnswer: fc.boolean(), open: fc.integer({ min: 1, max: 20 }), before: fc.nat(5) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 16 }), fc.array(happening, { maxLength: 100 }), (most, all) => {
      let rate = startRate(most);
      for (const { isAnswer, open, before } of all) {
        const { limit } = rate;
        rate = isAnswer ? afterAnswer(rate) : afterRefusal(rate, open, Math.max(0, rate.lowered - before));
        expect(rate.limit).toBeGreaterThanOrEqual(isAnswer ? limit : 1);
        expect(rate.limit).toBeLessThanOrEqual(isAnswer ? most : limit);
      }
    }),
  );
});

test.each([1, 2, 3, 4, 6, 8])(
  "a server that handles %i calls at once refuses less than a fifth of 200 calls, and stays busy",
  (carries) => {
    let rate = startRate(8);
    let [answered, asked, rounds] = [0, 0, 0];
    for (; answered < 200; rounds++) {
      const { limit, lowered } = rate;
      asked += limit;
      const [fit, over] = [Math.min(limit, carries), Math.max(0, limit - carries)];
      for (let each = 0; each < over; each++) rate = afterRefusal(rate, limit, lowered);
      for (let each = 0; each < fit; each++) rate = afterAnswer(rate);
      answered += fit;
    }
    expect(asked).toBeLessThan(1.2 * answered);
    expect(answered / rounds).toBeGreaterThan(0.7 * carries);
  },
);
