import { expect, test } from "vitest";
import { workflowCommandGuard } from "./workflow-commands.ts";

const onGithub = workflowCommandGuard({ GITHUB_ACTIONS: "true" });

test.each([
  ["::error file=a.js::no", ": :error file=a.js::no"],
  ["said:\n    ::add-mask::x\nend", "said:\n    : :add-mask::x\nend"],
  ["\t##[group]x", "\t## [group]x"],
  ["a ::b", "a ::b"],
  ["std::vector", "std::vector"],
  ["# heading", "# heading"],
])("of %j the runner takes no order", (text, safe) => {
  expect(onGithub(text)).toBe(safe);
});

test("elsewhere texts stay as they are", () => {
  expect(workflowCommandGuard({})("::error::x")).toBe("::error::x");
});
