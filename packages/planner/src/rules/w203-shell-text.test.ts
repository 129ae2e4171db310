import { expect, test } from "vitest";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W203 one finding a command, five texts at most": {
    manifest: first({ acceptance_commands: ["A=1 node src/m1.js $B `c` ~/d 2>&1 e; f;", "node 'src/m1.js' '$B'"] }),
    expected: [
      'W203 WO-01 acceptance_commands: command "A=1 node src/m1.js $B `c` ~/d 2>&1 e; f;" has "A=1", "$B", "`c`", "~/d", "2>&1", which no shell interprets',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
