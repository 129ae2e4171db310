import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { absent, type Case, contract, deleting, exists, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E106 what the plan never gives": {
    manifest: plan(
      [order(1)],
      contract([exists("src/m1.js"), exists("README.md"), exists("no.js"), absent("src/m1.js")]),
    ),
    repo: ["README.md"],
    expected: [
      'E106 - verify_contract: `verify_contract` requires "no.js", and neither the repo nor an order gives it',
    ],
  },
  "E106 what the plan takes away": {
    manifest: plan([deleting(1, "old.js")], contract([exists("old.js")])),
    repo: ["old.js"],
    expected: [
      'E106 - verify_contract: `verify_contract` requires "old.js", and neither the repo nor an order gives it',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
