import { expect, test } from "vitest";
import { lastAtMost } from "./last-at-most.ts";

test.each<[numbers: readonly number[], most: number, index: number]>([
  [[], 5, 0],
  [[3], 2, 0],
  [[3], 3, 0],
  [[0, 4, 9], -1, 0],
  [[0, 4, 9], 3, 0],
  [[0, 4, 9], 4, 1],
  [[0, 4, 9], 8, 1],
  [[0, 4, 9], 9, 2],
  [[0, 4, 9], 100, 2],
  [[0, 4, 4, 4, 9], 4, 3],
])("in %j, the last up to %i is at %i", (numbers, most, index) => {
  expect(lastAtMost(numbers, most)).toBe(index);
});
