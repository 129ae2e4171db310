import { expect, test } from "vitest";
import { testCases } from "./test-cases.ts";

// A naive pattern would search each of these from each mark, some for longer than anybody waits.
test.each([
  ["a.js", `x = /${"[a]".repeat(60)}`],
  ["a.js", "/* ".repeat(300_000)],
  ["a.js", "=/[".repeat(300_000)],
  ["a.js", `\`${"\\`".repeat(400_000)}`],
  ["a.js", `"${'\\"'.repeat(400_000)}`],
  ["a.py", `'${"\\'".repeat(400_000)}`],
  ["a.go", `'${"\\'".repeat(400_000)}`],
  ["a.java", `"${'\\"'.repeat(400_000)}\\\n`],
  ["a.js", `\`${"\\`".repeat(400_000)}\\`],
  ["a.rs", "#[cfg_attr(".repeat(80_000)],
])("reads a hostile %s to its end", (path, text) => {
  expect(testCases(path, text)).toEqual({ cases: 0, marks: 0, only: 0 });
});
