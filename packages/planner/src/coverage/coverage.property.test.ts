import { expect, test } from "vitest";
import { coverageOf } from "./coverage.ts";

// A naive reader would search each of these again and again, for longer than anybody waits.
test.each([
  ["marks of comments that nothing closes", "<!--".repeat(200_000), ["It adds."]],
  ["marks of elements that nothing closes", "a <a".repeat(200_000), ["It adds."]],
  ["a table's rule that is none", `a|b\n${" ".repeat(400_000)}x`, ["It adds."]],
  ["white space in a heading", `# a${" ".repeat(400_000)}b`, ["It adds."]],
  ["a quote that stands everywhere", "a ".repeat(400_000), ["a ".repeat(200_000)]],
  [
    "a quote of very many parts",
    "a ".repeat(400_000),
    [Array.from({ length: 60_000 }, (_, index) => `b${index}`).join(" … ")],
  ],
])("reads %s to the end", (_, spec, fulfils) => {
  expect(coverageOf(spec, [{ id: "WO-01", fulfils }])).not.toBeNull();
});
