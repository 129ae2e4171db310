import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { type Case, exists, report, rewriting } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W202 what stands by then, whoever gave it": {
    manifest: plan([
      order(1, {
        allowed_files: ["src/m1.js", "README.md"],
        postconditions: [exists("src/m1.js"), exists("README.md")],
      }),
      order(2, {
        allowed_files: ["src/m2.js", "src/m1.js"],
        postconditions: [exists("src/m2.js"), exists("src/m1.js")],
        context_files: [],
      }),
    ]),
    repo: ["README.md"],
    expected: [
      ["WO-01", "README.md"],
      ["WO-02", "src/m1.js"],
    ].map(
      ([label, path]) =>
        `W202 ${label} allowed_files: allowed file "${path}" stands by then and is not among \`context_files\`; the factory shows it to the model all the same`,
    ),
  },
  "W202 not for new files, nor for what is among the context files": {
    manifest: plan([order(1), rewriting(2, "src/m1.js", { context_files: ["src/m1.js"] })]),
    expected: [],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
