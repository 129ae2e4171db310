import fc from "fast-check";
import { expect, test } from "vitest";
import { byCodePoint } from "./code-point-order.ts";

/** Few units, so that texts often agree for a while; any of them may stand alone or pair up. */
const UNITS = [
  "a",
  "b",
  "\u00e9",
  "\ud7ff",
  "\ud800",
  "\ud83d",
  "\udbff",
  "\udc00",
  "\ude00",
  "\udfff",
  "\ue000",
  "\uffff",
];
const TEXTS = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 8 });
const CHARACTERS = ["a", "b", "\u00e9", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{1f600}", "\u{10ffff}"];
const WELL_FORMED = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 8 });
const RUNS = { numRuns: 20_000 };

/** The plain definition: code point after code point, a lone surrogate by its own number. */
const plainly = (a: string, b: string): number => {
  const left = [...a];
  const right = [...b];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

test("texts are ordered by their code points, lone surrogates included", () => {
  const property = fc.property(TEXTS, TEXTS, TEXTS, (start, a, b) => {
    for (const [one, other] of [
      [a, b],
      [start + a, start + b],
      [start, start + a],
    ] as const)
      expect(Math.sign(byCodePoint(one, other))).toBe(Math.sign(plainly(one, other)));
  });
  fc.assert(property, RUNS);
});

test("well-formed texts are ordered as their UTF-8 bytes", () => {
  const property = fc.property(WELL_FORMED, WELL_FORMED, (a, b) => {
    expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
  });
  fc.assert(property, { numRuns: 5_000 });
});
