import { expect, test } from "vitest";
import { escalationInWords, toolsInWords } from "./attempt-words.ts";
import { NO_SPENDING } from "./spending.ts";

test("tools are counted in the order in which they were first called", () => {
  const calls = [
    { tool: "read", count: 4 },
    { tool: "search", count: 1 },
  ];
  expect(toolsInWords({ turns: 3, calls, spent: NO_SPENDING })).toBe("3 turns: read 4, search 1");
});

test.each([
  [{ row: 1, do: "agent", model: null }, "agent (row 2 of factory.escalation)"],
  [{ row: 0, do: "model", model: "large" }, "model large (row 1 of factory.escalation)"],
])("a row of the table is shown as in the settings: %j", (row, words) => {
  expect(escalationInWords(row)).toBe(words);
});
