import { expect, test } from "vitest";
import { listed, visible } from "./figures.mjs";

const TEXT = "class Box:\n    def open(self):\n        first\n\n        second\n    def shut(self):\n        third\n";

test("a definition's lines count as visible if a prompt has them, with or without line numbers", () => {
  expect(visible(TEXT, TEXT, ["def open"])).toBe(100);
  expect(visible("2|    def open(self):\n 3|        first\n", TEXT, ["def open"])).toBeCloseTo(66.7, 1);
  expect(visible("        third\n", TEXT, ["def open"])).toBe(0);
  expect(() => visible("", TEXT, ["def gone"])).toThrow("is not there");
});

test("a line counts as listed only as a whole", () => {
  expect(listed("a\nb more\n", ["a", "b"])).toBe(50);
});
