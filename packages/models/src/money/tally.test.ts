import { expect, test } from "vitest";
import { createTally } from "./tally.ts";

const claim = (place: number, front: number) => ({ place, front: () => front });
const call = { tokens: 10, usd: 0.1 };

test("as long as nothing is known, each earlier order needs one call", () => {
  const tally = createTally();
  expect(tally.expected(claim(3, 0), call)).toEqual({ tokens: 30, usd: expect.closeTo(0.3) });
  expect(tally.expected(claim(3, 2), { tokens: 10, usd: null })).toEqual({ tokens: 10, usd: 0 });
  expect(tally.expected(claim(3, 3), call)).toEqual({ tokens: 0, usd: 0 });
});

test("afterwards it needs the average of all orders, less what it took, and at least one call", () => {
  const tally = createTally();
  for (const tokens of [30, 40, 50]) tally.took(0, { tokens, usd: tokens / 100 });
  tally.took(1, { tokens: 40, usd: 0.4 });
  tally.took(2, { tokens: 80, usd: null });
  // 80 on average: 40 more, one more call, and all of it.
  expect(tally.expected(claim(4, 1), call).tokens).toBe(40 + 10 + 80);
  expect(tally.expected(claim(4, 1), call).usd).toBeCloseTo(0.1333 + 0.5333 + 0.5333, 3);
});
