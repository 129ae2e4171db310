import { expect, test } from "vitest";
import { plan } from "../plan.fixture.ts";
import { type Case, deleting, report, rewriting } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W208 tests of an earlier order that a later one takes away": {
    manifest: plan([rewriting(1, "test/m1.test.js"), deleting(2, "test/m1.test.js")]),
    expected: [
      'W208 WO-02 allowed_files: allowed file "test/m1.test.js" has tests of WO-01, and this order may remove them',
    ],
  },
  "W208 tests of an earlier order, and not those of the repo": {
    manifest: plan([
      rewriting(1, "test/m1.test.js"),
      rewriting(2, "test/m1.test.js", { context_files: ["src/m1.js", "test/m1.test.js"] }),
      rewriting(3, "test/old.test.js", { context_files: ["src/m2.js", "test/old.test.js"] }),
    ]),
    repo: ["test/old.test.js"],
    expected: [
      'W208 WO-02 allowed_files: allowed file "test/m1.test.js" has tests of WO-01, and this order may rewrite them',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
