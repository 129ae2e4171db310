import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { type Case, exists, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W209 six files, and not five": {
    manifest: plan([
      order(1, { allowed_files: [..."abcde"], postconditions: [..."abcde"].map(exists), acceptance_commands: ["x a"] }),
      order(2, {
        preconditions: [],
        context_files: [],
        allowed_files: [..."fghijk"],
        postconditions: [..."fghijk"].map(exists),
        acceptance_commands: ["x f"],
      }),
    ]),
    expected: [
      "W209 WO-02 allowed_files: the order may write 6 files; more than 5 are hard to get right in one answer",
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
