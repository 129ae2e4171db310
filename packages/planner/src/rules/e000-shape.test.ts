import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { type Case, contract, exists, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E000 no object": { manifest: [1], expected: ["E000 - -: the top level is a list, not an object"] },
  "E000 no orders": { manifest: {}, expected: ["E000 - -: `work_orders` is missing"] },
  "E000 one order": {
    manifest: order(3),
    expected: ["E000 - -: `work_orders` is missing: this is one work order, WO-03, not a plan"],
  },
  "E000 something else with an id": { manifest: { id: "WO-03" }, expected: ["E000 - -: `work_orders` is missing"] },
  "E000 orders that are no list": {
    manifest: plan([], { work_orders: "none" }),
    expected: ["E000 - -: `work_orders` is a string, not a list"],
  },
  "E000 no order in the list": { manifest: plan([]), expected: ["E000 - -: `work_orders` is empty"] },
  "E000 an element hides everything but E106": {
    manifest: plan([order(2), 5], contract([exists("src/m2.js"), exists("README.md")])),
    repo: ["README.md"],
    expected: [
      "E000 index-1 -: order 1, counted from 0, is 5, not an object",
      'E106 - verify_contract: `verify_contract` requires "src/m2.js", and neither the repo nor an order gives it',
    ],
  },
  "E000 a contract that is no object hides nothing": {
    manifest: plan([order(2)], { verify_contract: "x" }),
    expected: [
      'E000 - verify_contract: `verify_contract` is "x", neither an object nor null',
      'E001 WO-02 id: id "WO-02" stands where WO-01 is due: ids count up from WO-01 in list order',
      'E101 WO-02 preconditions: precondition file_exists "src/m1.js" cannot hold: neither the repo nor an earlier order gives it',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
