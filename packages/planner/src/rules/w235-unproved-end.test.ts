import { expect, test } from "vitest";
import { type Case, first, report } from "./rules.fixture.ts";

const LATE = "python -c 'import os; os._exit(3)'";

const CASES: Readonly<Record<string, Case>> = {
  "W235 a program that decides where nothing waits": {
    manifest: first({ acceptance_commands: [LATE, "python -c 'import sys; sys.exit(3)'", "test -f a"] }),
    expected: [
      `W235 WO-01 acceptance_commands: command "${LATE}" cannot prove that it ran to its end, because of "os._exit"`,
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
