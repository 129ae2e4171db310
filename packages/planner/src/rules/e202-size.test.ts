import { expect, test } from "vitest";
import { type Case, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E202 more orders than any plan has": {
    manifest: { work_orders: Array.from({ length: 20_001 }, () => ({})) },
    expected: ["E202 - -: the plan has 20001 orders; 20000 are read at most"],
  },
  "E202 more values than any plan has": {
    manifest: { work_orders: [{ allowed_files: Array.from({ length: 1_000_001 }, () => 1) }] },
    expected: ["E202 - -: the plan holds more than 1000000 values"],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
