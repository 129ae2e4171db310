import { expect, test } from "vitest";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E201 commands that nothing can start": {
    manifest: first({ acceptance_commands: ["", "'' a", "a\0b"] }),
    expected: [
      'E201 WO-01 acceptance_commands: command "" names no program',
      "E201 WO-01 acceptance_commands: command \"'' a\" names no program",
      'E201 WO-01 acceptance_commands: command "a\\u0000b" holds a NUL character',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
