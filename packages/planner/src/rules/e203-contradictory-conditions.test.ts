import { expect, test } from "vitest";
import { absent, type Case, contains, exists, first, report, unchanged } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E203 before and after": {
    manifest: first({
      allowed_files: ["old.js"],
      preconditions: [absent("new.js"), contains("new.js", "a"), unchanged("new.js")],
      postconditions: [absent("old.js"), exists("old.js")],
      acceptance_commands: ["npm test"],
    }),
    repo: ["old.js"],
    expected: [
      'E203 WO-01 preconditions: path "new.js" in `preconditions` is to be absent, and to meet file_contains at once',
      'E203 WO-01 preconditions: path "new.js" in `preconditions` is to be absent, and to meet file_unchanged at once',
      'E203 WO-01 postconditions: path "old.js" in `postconditions` is to be absent, and to meet file_exists at once',
      'E204 WO-01 preconditions: file_contains "new.js" asks about a file that neither the repo nor an earlier order gives',
      'E204 WO-01 preconditions: file_unchanged "new.js" asks about a file that neither the repo nor an earlier order gives',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
