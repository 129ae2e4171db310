import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "./any-character.ts";

test("texts made with it consist of whole characters, from the first to the last", () => {
  const texts = fc.sample(fc.string({ unit: anyCharacter, maxLength: 9 }), { seed: 5, numRuns: 3_000 });
  expect(texts.filter((text) => /\p{Surrogate}/u.test(text))).toEqual([]);
  const all = texts.join("");
  for (const range of [/\p{Cc}/u, /[\u4e00-\u9fff]/, /[\ue000-\uf8ff]/, /[\u{100000}-\u{10ffff}]/u, /__proto__/])
    expect(all).toMatch(range);
});

test.each([
  ["A", true],
  ["\ud7ff", true],
  ["\ue000", true],
  ["\u{10ffff}", true],
  ["", false],
  ["AB", false],
  ["\ud800", false],
  [7, false],
])("%j is one: %s", (value, isOne) => expect(anyCharacter.canShrinkWithoutContext(value)).toBe(isOne));
