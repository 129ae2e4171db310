import { expect, test } from "vitest";
import { lineHunks } from "./line-hunks.ts";

const lines = (...numbers: readonly number[]) => numbers.map((number) => `${number}\n`).join("");
const BEFORE = lines(1, 2, 3, 4, 5, 6);
const AFTER = lines(1, 2, 30, 4, 5, 6, 7);

test.each([
  [0, ["-3 +30", "+7"]],
  [1, [" 2 -3 +30  4", " 6 +7"]],
  [9, [" 1  2 -3 +30  4  5  6 +7"]],
])("with %i lines of context", (context, expected) => {
  const hunks = lineHunks(BEFORE, AFTER, { context, most: 10 }) ?? [];
  expect(hunks.map((hunk) => hunk.lines.join(" "))).toEqual(expected);
});

test("the same text has none, and texts that differ too much cannot be compared", () => {
  expect(lineHunks(BEFORE, BEFORE, { context: 1, most: 0 })).toEqual([]);
  expect(lineHunks(BEFORE, AFTER, { context: 1, most: 2 })).toBeNull();
  expect(lineHunks(BEFORE, AFTER, { context: 1, most: 3 })).toHaveLength(2);
});
