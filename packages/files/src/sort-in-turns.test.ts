import fc from "fast-check";
import { expect, test } from "vitest";
import { sortInTurns } from "./sort-in-turns.ts";
import { startTurns } from "./turns.ts";

const byFirst = ([a]: readonly number[], [b]: readonly number[]): number => (a ?? 0) - (b ?? 0);

/** More than are sorted at once; each with its place, to tell equal ones apart. */
const spread = (length: number, modulus: number) =>
  Array.from({ length }, (_, place) => [(place * 7919) % modulus, place] as const);

test("sorts as sort does, equal items in their old order, whatever their number", async () => {
  const counts = fc.constantFrom(0, 1, 2, 16_383, 16_384, 16_385, 32_768, 70_001);
  await fc.assert(
    fc.asyncProperty(counts, fc.integer({ min: 1, max: 90_000 }), async (count, modulus) => {
      const items = spread(count, modulus);
      expect(await sortInTurns(items, byFirst, startTurns())).toEqual([...items].sort(byFirst));
    }),
    { numRuns: 25 },
  );
});

test("others get their turn between two parts, and the items stay as they were", async () => {
  const items = spread(70_001, 70_001);
  let turns = 0;
  const counted = { ...startTurns(), take: async () => void turns++ };
  await sortInTurns(items, byFirst, counted);
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(items).toEqual(spread(70_001, 70_001));
});
