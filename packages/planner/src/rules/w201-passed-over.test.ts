import { expect, test } from "vitest";
import { order, plan, verifyOrder } from "../plan.fixture.ts";
import { type Case, contract, exists, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W201 parts that are passed over": {
    manifest: plan([order(1)], {
      ...contract([exists(1), { kind: "dir_exists", path: "a" }, exists("src/m1.js")]),
      system_overview: 7,
    }),
    expected: [
      "W201 - system_overview: `system_overview` is 7, not a list of strings",
      'W201 - verify_contract: `verify_contract.requires` has {"kind":"file_exists","path":1}, which is no condition',
      'W201 - verify_contract: `verify_contract.requires` has {"kind":"dir_exists","path":"a"}, which is no condition',
    ],
  },
  "W201 requirements that are no list": {
    manifest: plan([order(1)], contract("a")),
    expected: ['W201 - verify_contract: `verify_contract.requires` is "a", not a list'],
  },
  "W201 not for what is simply not there": {
    manifest: { verify_contract: { command: "x", requires: null }, work_orders: [verifyOrder(1)] },
    expected: [],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
