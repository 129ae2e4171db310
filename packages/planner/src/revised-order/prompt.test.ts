import { promptLimits } from "@llmch/contract";
import { expect, test } from "vitest";
import { revisedOrderPrompt } from "./prompt.ts";

test("the sentences that an order fulfils stand in the prompt once", () => {
  const order = { id: "WO-01", title: "Add", fulfils: ["It adds.", "It ends."], notes: null };
  const { prompt } = revisedOrderPrompt({
    ...{ template: "{{ORDER}}\n{{SPEC}}\n", order, objection: null, others: [], repoFiles: [], texts: [] },
    ...{ failed: [], limits: promptLimits(400_000) },
  });
  expect(prompt).toContain('"title": "Add"');
  expect(prompt).toMatch(/\nIt adds\.\nIt ends\.\n--- end/);
  expect(prompt.split("It adds.")).toHaveLength(2);
});
