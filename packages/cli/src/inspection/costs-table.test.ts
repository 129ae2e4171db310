import { NO_SPENDING, type Spending, spentTogether } from "@llmch/story";
import pc from "picocolors";
import { expect, test } from "vitest";
import { withMeasure } from "../console/measure.ts";
import { costsTable } from "./costs-table.ts";

const tableOf = (rows: Readonly<Record<string, Partial<Spending>>>) => {
  const all = Object.entries(rows).map(([name, part]) => ({ name, spending: { ...NO_SPENDING, ...part } }));
  const total = spentTogether(all.map(({ spending }) => spending));
  const colors = pc.createColors(false);
  return withMeasure((measure) => costsTable(all, total, { by: "order", colors, measure }));
};
const usage = { input_tokens: 20_000, output_tokens: 1_500, cached_tokens: 15_000, reasoning_tokens: 700 };

test("rows, a total, and what is unknown about it", async () => {
  const lines = await tableOf({
    "WO-01": { answers: 2, usage, cost_usd: 0.042 },
    "WO-02": { answers: 1, usage, unpriced: 1, lost_calls: 1 },
    "WO-03": { answers: 1, unknown: 1, unpriced: 1 },
  });
  expect(lines).toEqual([
    "ORDER  ANSWERS  TOKENS IN  CACHED  TOKENS OUT  REASONING  COST",
    "WO-01  2        20.0k      75%     1.5k        700        $0.042",
    "WO-02  1+1      20.0k      75%     1.5k        700        unknown",
    "WO-03  1        -          -       -           -          unknown",
    "total  4+1      40.0k+     75%     3.0k+       1.4k+      at least $0.042",
    "the cost of 2 questions is not known: for later runs a price can be set under models.prices",
    "how many tokens 1 answer took is not known",
    "1 call broke off: lost, and perhaps billed all the same",
  ]);
});

test("one row is its own total; a record was not billed; no name controls the terminal", async () => {
  const lines = await tableOf({ "a\u001b[31m\nb": { answers: 1, usage, cost_usd: 1, from_record: 1 } });
  expect(lines).toHaveLength(3);
  for (const steering of ["\u001b", "\n"]) expect(lines.join("")).not.toContain(steering);
  expect(lines[2]).toBe("answered from a record: nothing was billed; costs are those of the record");
});

test("no price is asked for if it is the tokens that are unknown", async () => {
  const lines = await tableOf({ "WO-01": { answers: 2, unknown: 2, unpriced: 2 } });
  expect(lines.slice(2)).toEqual([
    "the cost of 2 questions is not known",
    "how many tokens 2 answers took is not known",
  ]);
});

test("a run that asked nothing has only the head", async () => {
  expect(await tableOf({})).toHaveLength(1);
});
