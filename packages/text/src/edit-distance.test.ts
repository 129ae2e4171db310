import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

test("the distance of two words is the number of letters that differ", () => {
  expect([editDistance("openai", "opneai"), editDistance("local", "local"), editDistance("", "abc")]).toEqual([
    2, 0, 3,
  ]);
});

test("the distance of two texts is the number of words that differ", () => {
  expect(editDistance(["the", "exit", "lies", "before"], ["the", "exit", "is", "long", "before"])).toBe(2);
});
