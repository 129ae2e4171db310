import { expect, test } from "vitest";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E007 an open quote, a dangling escape": {
    manifest: first({ acceptance_commands: ["echo 'a", "a \\"] }),
    expected: [
      'E007 WO-01 acceptance_commands: command "echo \'a" cannot be split into words: No closing quotation',
      'E007 WO-01 acceptance_commands: command "a \\\\" cannot be split into words: No escaped character',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
