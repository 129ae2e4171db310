import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { type Case, contains, deleting, report, unchanged } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E204 what nothing gives, and what is gone": {
    manifest: plan([
      deleting(1, "old.js"),
      order(2, {
        preconditions: [contains("README.md", "#")],
        postconditions: [contains("src/m2.js", "export"), unchanged("old.js"), unchanged("README.md")],
        context_files: [],
      }),
      order(3, { preconditions: [contains("src/m2.js", "export"), unchanged("src/m9.js")] }),
    ]),
    repo: ["old.js", "README.md"],
    expected: [
      'E204 WO-02 postconditions: file_unchanged "old.js" asks about a file that WO-01 has taken away by then',
      'E204 WO-03 preconditions: file_unchanged "src/m9.js" asks about a file that neither the repo nor an earlier order gives',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
