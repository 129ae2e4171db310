import { expect, test } from "vitest";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E004 and E005 for a glob": {
    manifest: first({ context_files: ["src/*.js"], allowed_files: ["src/m1.js", "a?"] }),
    expected: [
      'E004 WO-01 allowed_files: path "a?" in `allowed_files` has a glob character',
      'E004 WO-01 context_files: path "src/*.js" in `context_files` has a glob character',
      'E005 WO-01 -: the order does not meet the schema: path "a?" in `allowed_files` holds a glob character; path "src/*.js" in `context_files` holds a glob character',
      'E104 WO-01 allowed_files: allowed file "a?" has no postcondition',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
