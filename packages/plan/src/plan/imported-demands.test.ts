import { type ImportedPlan, importPlan, specText } from "@llmch/import";
import { expect, test } from "vitest";
import { EXAMPLES } from "../../../import/src/examples.fixture.ts";
import { numberedDemands, numberedSpec } from "../../../planner/src/coverage/numbered-spec.ts";

test.each(EXAMPLES)("a $format plan demands its items, in their order, and nothing else", (source) => {
  const plan = importPlan(source);
  if (!plan.ok) throw new Error(plan.issues[0].message);
  const { text } = specText(plan.value);
  const demands = numberedDemands(text).map((demand) => demand.text.split(" | ")[0]);
  expect(demands).toEqual(plan.value.items.map(({ id }) => id));
  expect(numberedSpec(text).match(/^\| \[\d+\] /gm)).toHaveLength(demands.length);
});

test.each([
  "Refactor",
  "Background jobs",
  "",
  "<Cart",
  "Files:",
  "<Cart> <Line>",
  "`npm test`",
  "Run the tests with `npm test`",
  "(later)",
  "Today it is slow",
  "a | b | c",
  "ends in a pipe |",
  "a \\| b",
  "hides <!-- the rest",
  "```",
  "# Not a heading. Two sentences!",
  "カートを作る。合計を出す。",
  "https://example.org/cart",
  "---",
  "~~Sum the old cart~~.",
  "~~Sum~~ `~~` the ~~cart~~",
  "[x] a box in the text",
])("the item %j is one demand, whatever its context says", (demand) => {
  const item = { id: "1", text: demand, path: "tasks.md", line: 1, sha256: "", box: null };
  const context = [
    {
      title: "1\n\nIt MUST work.",
      text: `${demand}\n\nIt must work. --> It should.\n\`\`\`\`\n# Goals\n\nThe cart MUST sum.\n`,
    },
    { title: demand, text: "| a | b |\n|---|---|\n| the cart | must | work |\n<!-- it must" },
  ];
  const plan: ImportedPlan = {
    ...{
      format: "kiro",
      title: demand,
      told: [],
      heads: [],
      commands: [{ command: demand, path: "tasks.md", line: 1 }],
    },
    ...{ items: [item, { ...item, id: "2", text: "Sum the lines of the cart" }], context },
  };
  const demands = numberedDemands(specText(plan).text);
  expect(demands.map(({ text }) => text.split(" | ")[0])).toEqual(["1", "2"]);
});
