import { expect, test } from "vitest";
import { type Case, exists, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W210 in either list, and not where it is an example": {
    manifest: first({
      allowed_files: ["src/m1.js", ".env", ".env.example"],
      postconditions: [exists("src/m1.js"), exists(".env"), exists(".env.example")],
      context_files: ["keys/id_rsa"],
    }),
    expected: [
      'W210 WO-01 allowed_files: path ".env" in `allowed_files` looks like a file of secrets, and the model is shown what an order names',
      'W210 WO-01 context_files: path "keys/id_rsa" in `context_files` looks like a file of secrets, and the model is shown what an order names',
    ],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
