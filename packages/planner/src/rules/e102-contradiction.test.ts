import { expect, test } from "vitest";
import { absent, type Case, exists, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E102 a path that is to be and not to be": {
    manifest: first({ preconditions: [exists("a"), absent("b"), absent("./a")] }),
    repo: ["a"],
    expected: [
      'E101 WO-01 preconditions: precondition file_absent "a" cannot hold: the repo has given it by then',
      'E102 WO-01 preconditions: precondition path "a" is to exist and to be absent at once',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
