import fc from "fast-check";
import { expect, test } from "vitest";
import { allowanceFor, cutMiddle } from "./allowance.ts";

test.each([
  { sizes: [], budget: 1000, allowance: Number.POSITIVE_INFINITY },
  { sizes: [400, 600], budget: 1000, allowance: Number.POSITIVE_INFINITY },
  { sizes: [300, 5000, 9000], budget: 2300, allowance: 1000 },
  { sizes: [9000, 9000], budget: 10, allowance: 400 },
])("$sizes within $budget: $allowance", ({ sizes, budget, allowance }) => {
  expect(allowanceFor(sizes, budget)).toBe(allowance);
});

test("all texts together stay within the budget, and nothing is cut without need", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(100_000), { maxLength: 40 }),
      fc.integer({ min: 10_000, max: 200_000 }),
      (sizes, budget) => {
        const allowance = allowanceFor(sizes, budget);
        const sum = sizes.reduce((total, size) => total + Math.min(size, allowance), 0);
        expect(sum).toBeLessThanOrEqual(budget);
        if (allowance !== Number.POSITIVE_INFINITY) expect(sum).toBeGreaterThan(budget - sizes.length);
      },
    ),
  );
});

test("a text keeps its beginning and its end, in whole lines if they are near", () => {
  const text = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join("");
  const { head, tail, left_out } = cutMiddle(text, 200);
  expect(head.startsWith("line 0\n") && head.endsWith("\n")).toBe(true);
  expect(tail.startsWith("line ") && tail.endsWith("line 99\n")).toBe(true);
  expect(head.length + left_out + tail.length).toBe(text.length);
});

test("no character is split, nothing appears twice, and no more is kept than allowed", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "\n", "😀", "é"), maxLength: 300 });
  fc.assert(
    fc.property(text, fc.nat(300), (whole, kept) => {
      const { head, tail, left_out } = cutMiddle(whole, kept);
      expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
      expect(head.length + left_out + tail.length).toBe(whole.length);
      expect(head.length + tail.length).toBeLessThanOrEqual(kept + 1);
      expect(/\p{Cs}/u.test(head) || /\p{Cs}/u.test(tail)).toBe(false);
    }),
  );
});
