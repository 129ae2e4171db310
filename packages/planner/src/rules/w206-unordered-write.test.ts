import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { type Case, report, rewriting } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W206 where nothing makes the order depend on the other": {
    manifest: plan([
      order(1),
      order(2, { preconditions: [], context_files: [] }),
      rewriting(3, "src/m1.js", { preconditions: [] }),
    ]),
    expected: [
      'W206 WO-03 allowed_files: allowed file "src/m1.js" may be written by WO-01 too, and this order does not depend on that one',
    ],
  },
  "W206 not where others lead from one to the other": {
    manifest: plan([order(1), order(2), rewriting(3, "src/m1.js")]),
    expected: [],
  },
  "W206 not where both have one id, which E001 says": {
    manifest: plan([order(1), rewriting(2, "src/m1.js", { id: "WO-01", context_files: ["src/m1.js"] })]),
    expected: ['E001 WO-01 id: id "WO-01" stands where WO-02 is due: ids count up from WO-01 in list order'],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
