import { expect, test } from "vitest";
import { plan } from "../plan.fixture.ts";
import { type Case, deleting, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W211 a path that is misspelled": {
    manifest: plan([deleting(1, "odl.js", [])]),
    repo: ["old.js"],
    expected: [
      'W211 WO-01 postconditions: postcondition file_absent "odl.js" takes a file away that is not there by then',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
