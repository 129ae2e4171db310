import fc from "fast-check";
import { expect, test } from "vitest";
import { timeOf, timeScale } from "./times.ts";

test("a day between two sessions of a run does not squeeze them", () => {
  const day = 86_400_000;
  const scale = timeScale([
    { start: 0, end: 1000 },
    { start: day, end: day + 1000 },
  ]);
  const places = [0, 1000, day, day + 1000].map((time) => Math.round(scale(time) * 100));
  expect(places).toEqual([0, 49, 51, 100]);
});

test("what is later is never placed before, and everything is on the line", () => {
  const span = fc.tuple(fc.nat(1e9), fc.nat(1e6)).map(([start, length]) => ({ start, end: start + length }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 20 }), fc.array(fc.nat(1e9), { minLength: 2 }), (spans, moments) => {
      const scale = timeScale(spans);
      const places = moments.sort((a, b) => a - b).map(scale);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
    }),
  );
});

test.each(["", "yesterday", "\u202e"])("%j is not a time, and does no harm", (label) => {
  expect(timeOf(label)).toBe(0);
});
