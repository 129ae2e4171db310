import { coverageOf } from "@llmch/planner";
import pc from "picocolors";
import { expect, test } from "vitest";
import { coverageSummary, coverageTable } from "./coverage-lines.ts";

const SPEC =
  "It adds numbers. It prints a sum that is \u001b[31mred. A sum over 100 is refused, and nothing is printed then.";
const covering = (spec: string, orders: Parameters<typeof coverageOf>[1]) =>
  (coverageOf(spec, orders)?.sentences ?? []).map(({ text, orders }) => ({ sentence: text, orders: [...orders] }));
const quoting = (...fulfils: readonly string[]) => {
  const orders = [
    { id: "WO-01", fulfils },
    { id: "WO-02", fulfils: ["It adds numbers."] },
  ];
  return covering(SPEC, orders);
};
const colors = pc.createColors(false);

test("the table has one line per sentence, and marks those that no order fulfils", async () => {
  expect(await coverageTable(quoting("It adds numbers."), { colors, width: 60 })).toEqual([
    "SENTENCE OF THE SPEC                        FULFILLED BY",
    "It adds numbers.                            WO-01, WO-02",
    expect.stringMatching(/^It prints a sum that is .*red\. +no order$/),
    "A sum over 100 is refused, and nothing is…  no order",
    "1 of 3 sentences of the spec covered",
  ]);
});

test("the summary names the first few sentences that no order fulfils", () => {
  expect(coverageSummary(quoting("It prints a sum", "A sum over 100"), colors, 60)).toEqual([
    "3 of 3 sentences of the spec covered",
  ]);
  expect(coverageSummary(quoting("It prints a sum"), colors, 30)).toEqual([
    "2 of 3 sentences of the spec covered, not:",
    "  - A sum over 100 is…",
  ]);
  const many = covering("It does it. ".repeat(9), [{ id: "WO-01", fulfils: ["nothing of it"] }]);
  expect(coverageSummary(many, colors, 80)).toHaveLength(7);
});
