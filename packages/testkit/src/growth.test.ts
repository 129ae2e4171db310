import { expect, test } from "vitest";
import { growth, MOST_GROWTH } from "./growth.ts";

test("quadratic work grows too much", async () => {
  const pairs = (size: number) => {
    let sum = 0;
    for (let one = 0; one < size; one++) for (let other = 0; other < one; other++) sum = (sum + other) % 7_919;
    return sum;
  };
  // A busy machine slows one of the two measurements at times, hardly each time.
  const isSeen = async () => (await growth(pairs, 3_000)) > MOST_GROWTH;
  expect((await isSeen()) || (await isSeen()) || (await isSeen())).toBe(true);
});

test.each<[string, (size: number) => unknown, size: number]>([
  ["nothing", () => null, 1],
  ["one look at a text", (size) => /x$/.test(`${" ".repeat(size)}x`), 1_000_000],
  ["a sorted list", (size) => Array.from({ length: size }, (_, index) => (index * 7_919) % size).sort(), 20_000],
  ["what is awaited", (size) => Promise.resolve(" ".repeat(size).split("").length), 100_000],
])("linear work does not: %s", async (_, work, size) => {
  expect(await growth(work, size)).toBeLessThan(MOST_GROWTH);
});
