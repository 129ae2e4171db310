import { expect, test } from "vitest";
import { type Case, exists, first, report, unchanged } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E103 and E104, each way": {
    manifest: first({ postconditions: [exists("a.js")] }),
    expected: [
      'E103 WO-01 postconditions: postcondition path "a.js" is not in `allowed_files`',
      'E104 WO-01 allowed_files: allowed file "src/m1.js" has no postcondition',
    ],
  },
  "E103 not for a file that is to stay as it is": {
    manifest: first({ postconditions: [exists("src/m1.js"), unchanged("README.md")] }),
    repo: ["README.md"],
    expected: [],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
