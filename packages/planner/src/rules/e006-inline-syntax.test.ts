import { expect, test } from "vitest";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E006 a program that does not parse": {
    manifest: first({ acceptance_commands: ["python3 -B -c 'x !! y'", "python -c", "python -c 'x'", "bash -c '!!'"] }),
    expected: [
      'E006 WO-01 acceptance_commands: command "python3 -B -c \'x !! y\'": Python cannot parse "x !! y": invalid syntax',
      'E006 WO-01 acceptance_commands: command "python -c": Python cannot parse "": no program follows the -c',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
