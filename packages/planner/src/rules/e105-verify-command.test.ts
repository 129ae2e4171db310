import { expect, test } from "vitest";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E105 the verify script in each spelling": {
    manifest: first({
      acceptance_commands: ["bash scripts/verify.sh", "bash 'scripts'/verify.sh", "bash ./scripts//x/../verify.sh"],
    }),
    expected: ["bash scripts/verify.sh", "bash 'scripts'/verify.sh", "bash ./scripts//x/../verify.sh"].map(
      (command) => `E105 WO-01 acceptance_commands: command "${command}" is the verify script, which runs anyway`,
    ),
    repo: ["scripts/verify.sh"],
  },
  "E105 nothing more and nothing else": {
    manifest: first({
      acceptance_commands: [
        "bash -e scripts/verify.sh",
        "bash scripts/verify.sh --fast",
        "sh scripts/verify.sh",
        "scripts/verify.sh",
      ],
    }),
    repo: ["scripts/verify.sh"],
    expected: [],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
