import { shortened } from "@llmch/text";
import { expect, test } from "vitest";
import { coverageOf, uncovered } from "./coverage.ts";

const SPEC = `# Ledger

ledger reads \`book.txt\` and prints a sum. Amounts have at most **two** decimals.

- A line that starts with # is passed over; so is a blank one.
- An unknown person is refused:

      ledger: unknown person "Dan"

| code | meaning |
| ---- | ------- |
| 2    | wrong usage of the command |
`;

const orders = (...quotes: readonly (readonly string[])[]) =>
  quotes.map((fulfils, index) => ({ id: `WO-0${index + 1}`, fulfils }));

const covering = (...quotes: readonly string[]) =>
  coverageOf(SPEC, orders(quotes))?.sentences.flatMap(({ orders }, number) => (orders.length > 0 ? [number] : []));

test.each<[string, readonly number[]]>([
  ["ledger reads `book.txt` and prints a sum.", [0]],
  ["ledger reads book.txt\n and   prints a sum", [0]],
  ["Amounts have at most two decimals.", [1]],
  ["at most two decimals", [1]],
  ["prints a sum. Amounts have at most **two** decimals.", [0, 1]],
  ["A line that starts with # is passed over; so is a blank one. - An unknown person is refused:", [2, 3]],
  ["- A line that starts with # is passed over; so is a blank one.", [2]],
  ["ledger reads `book.txt` … at most two decimals.", [0, 1]],
  ["ledger reads `book.txt` and prints a sum. An unknown person is refused:", [0, 3]],
  ['ledger: unknown person "Dan"', []],
  ["ledger: unknown person “Dan”", []],
  ["| 2 | wrong usage of the command |", [4]],
  ["wrong usage of the command", [4]],
  ["Ledger", []],
  ["a sum", []],
])("the spec has %j", (quote, numbers) => {
  expect(covering(quote)).toEqual(numbers);
  expect(coverageOf(SPEC, orders([quote]))?.strays).toEqual([]);
});

test.each<[string, string | null]>([
  ["Amounts have at most three decimals.", "Amounts have at most **two** decimals."],
  ["mounts have at most two decimals", "Amounts have at most **two** decimals."],
  ["Nobody asked for colours.", null],
  // A number stands for a sentence, and not for the number in one.
  ["2", null],
  ["7-9", null],
  ["", null],
])("the spec has no %j", (quote, nearest) => {
  expect(coverageOf(SPEC, orders([], ["a sum", quote]))?.strays).toEqual([{ order: 1, index: 1, quote, nearest }]);
});

test("each sentence names the orders that quote it, and the others are uncovered", () => {
  const coverage = coverageOf(
    SPEC,
    orders(["at most two decimals"], ["Amounts have at most two", "wrong usage of the command"]),
  );
  expect(coverage?.sentences.map(({ orders }) => orders)).toEqual([[], ["WO-01", "WO-02"], [], [], ["WO-02"]]);
  expect(coverage === null ? null : uncovered(coverage).map(({ text }) => text)).toEqual([
    "ledger reads `book.txt` and prints a sum.",
    "A line that starts with # is passed over; so is a blank one.",
    "An unknown person is refused:",
  ]);
});

test("there is no coverage for a plan that quotes nothing, or if there is too much to read", () => {
  expect(coverageOf(SPEC, orders([], []))).toBeNull();
  expect(coverageOf("a".repeat(1_000_001), orders(["a"]))).toBeNull();
  expect(coverageOf("It is. ".repeat(50_000), orders(Array.from({ length: 1_000 }, () => "a sum")))).toBeNull();
  expect(coverageOf(SPEC, orders(Array.from({ length: 5_001 }, () => "a sum")))).toBeNull();
});

test("a long sentence is shortened between words", () => {
  expect(shortened("one  two\nthree", 20)).toBe("one two three");
  expect(shortened("one two three four", 14)).toBe("one two three…");
  expect(shortened("a".repeat(30), 10)).toBe(`${"a".repeat(9)}…`);
});
