import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E001 malformed": {
    manifest: first({ id: "WO-1" }),
    expected: ['E001 WO-1 id: id "WO-1" is not `WO-` and a number from 1 in at least two digits, such as WO-01'],
  },
  "E001 a child": {
    manifest: plan([order(1), order(2, { id: "WO-01.2" })]),
    expected: ['E001 WO-01.2 id: id "WO-01.2" is not `WO-` and a number from 1 in at least two digits, such as WO-01'],
  },
  "E001 a number": {
    manifest: first({ id: 1 }),
    expected: [
      "E001 index-0 id: id 1 is not `WO-` and a number from 1 in at least two digits, such as WO-01",
      "E005 index-0 -: the order does not meet the schema: /id must be string",
    ],
  },
  "E001 missing": {
    manifest: first({ id: undefined }),
    expected: [
      "E001 index-0 id: the order has no id",
      "E005 index-0 -: the order does not meet the schema: the document must have required property 'id'",
    ],
  },
  "E001 twice the same": {
    manifest: plan([order(1), order(2, { id: "WO-01" })]),
    expected: ['E001 WO-01 id: id "WO-01" stands where WO-02 is due: ids count up from WO-01 in list order'],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
