import { expect, test } from "vitest";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W204 beside a command that tests": {
    manifest: first({ acceptance_commands: ["node src/m1.js", "echo done"] }),
    expected: ['W204 WO-01 acceptance_commands: command "echo done" cannot fail, so it tests nothing'],
  },
  "W204 not where E003 tells more": {
    manifest: first({ acceptance_commands: ["echo 1 | node src/m1.js"] }),
    expected: [
      'E003 WO-01 acceptance_commands: command "echo 1 | node src/m1.js" has the shell operator `|`, and no shell runs it',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
