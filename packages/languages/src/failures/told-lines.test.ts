import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failureText } from "./failure-text.ts";
import { failuresIn } from "./failures-in.ts";
import { toldLines } from "./told-lines.ts";

const TAP = readFileSync(join(import.meta.dirname, "fixtures/node-tap.txt"), "utf8");
const passing = Array.from({ length: 60 }, (_, index) => `ok ${index + 1} - passes`);

test("printed output is shown by its failing tests, whether already extracted or not", () => {
  const printed = toldLines(`stdout:\n${passing.join("\n")}\n${TAP}`, true, 12);
  expect(printed.slice(0, 2)).toEqual(["2 failing:", "add > adds two numbers  (node.test.js:3:56)"]);
  expect(printed.some((line) => line?.startsWith("ok "))).toBe(false);
  expect(toldLines(failureText(failuresIn(TAP), 4_000), true, 12)).toEqual(printed);
});

test("output without test names is shown by the lines that report a failure", () => {
  const told = toldLines([...passing, "error: no such thing", ...passing].join("\n"), true, 10);
  expect(told).toContain("error: no such thing");
});

test("llmch's own messages are shown from their beginning, with a mark if there is more", () => {
  expect(toldLines("a\n\nb\nc", false, 2)).toEqual(["a", "b", null]);
  expect(toldLines("a\nb", false, 2)).toEqual(["a", "b"]);
});
