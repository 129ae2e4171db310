import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

test("two words are as far apart as the letters that differ", () => {
  expect([editDistance("openai", "opneai"), editDistance("local", "local"), editDistance("", "abc")]).toEqual([
    2, 0, 3,
  ]);
});

test("two texts are as far apart as the words that differ", () => {
  expect(editDistance(["the", "exit", "lies", "before"], ["the", "exit", "is", "long", "before"])).toBe(2);
});
