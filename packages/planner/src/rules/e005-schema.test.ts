import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { absent, type Case, contains, exists, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "E005 names every violation": {
    manifest: first({ title: 5, forbidden: undefined, preconditions: [{ kind: "dir_exists", path: "/a" }, "b"] }),
    expected: [
      "E005 WO-01 -: the order does not meet the schema: the document must have required property 'forbidden'; /title must be string; " +
        "/preconditions/0/kind must be equal to one of the allowed values (file_exists, file_absent, file_contains, file_unchanged); /preconditions/1 must be object; " +
        'path "/a" in `preconditions` is absolute',
    ],
  },
  "E005 not for conditions that are left out": {
    manifest: first({ preconditions: undefined, postconditions: undefined }),
    expected: [],
  },
  "E005 eleven context files, counted without duplicates": {
    manifest: plan([
      order(1, { context_files: [..."abcdefghij", "a", "./b"] }),
      order(2, { context_files: [..."abcdefghijk"] }),
    ]),
    expected: ["E005 WO-02 -: the order does not meet the schema: /context_files must NOT have more than 10 items"],
  },
  "E005 what a condition's kind asks of it": {
    manifest: first({
      preconditions: [{ kind: "file_contains", path: "README.md" }],
      postconditions: [exists("src/m1.js"), contains("src/m1.js", ""), absent("README.md")],
    }),
    repo: ["README.md"],
    expected: [
      'E005 WO-01 -: the order does not meet the schema: file_contains "README.md" in `preconditions` has no text to look for; ' +
        'file_contains "src/m1.js" in `postconditions` has no text to look for; postcondition file_absent "README.md" is of a file that the order may not write',
      'E103 WO-01 postconditions: postcondition path "README.md" is not in `allowed_files`',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
