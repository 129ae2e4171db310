import { expect, test } from "vitest";
import { dollarsInWords, shareInWords, tokensInWords } from "./amounts.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1.0k"],
  [41_230, "41.2k"],
  [99_960, "100k"],
  [999_499, "999k"],
  [999_500, "1.0M"],
  [12_345_678, "12.3M"],
])("%d tokens are %s", (count, words) => {
  expect(tokensInWords(count)).toBe(words);
});

test.each([
  [0, "$0.00"],
  [12.345, "$12.35"],
  [1, "$1.00"],
  [0.5, "$0.50"],
  [0.042, "$0.042"],
  [0.01, "$0.01"],
  [0.1, "$0.10"],
  [0.00012, "$0.00012"],
  [0.000_001, "$0.000001"],
  [0.000_000_01, "<$0.000001"],
])("%d dollars are %s", (usd, words) => {
  expect(dollarsInWords(usd)).toBe(words);
});

test.each([
  [0, 0, "0%"],
  [0, 7, "0%"],
  [1, 1000, "<1%"],
  [62, 100, "62%"],
  [999, 1000, "99%"],
  [5, 5, "100%"],
])("%d of %d are %s", (part, whole, words) => {
  expect(shareInWords(part, whole)).toBe(words);
});
