import type { FailureBrief } from "@llmch/contract";
import { expect, test } from "vitest";
import { repeatedFailures, repetitionInWords } from "./repeated-failure.ts";

const brief = (changes: Partial<FailureBrief> = {}): FailureBrief => ({
  stage: "verify_failed",
  command: "python -m pytest -q",
  exit_code: 1,
  primary_error_excerpt: "FAILED /tmp/a1/test_x.py:12 in 0.31s",
  constraints_reminder: "",
  ...changes,
});

const failed = (...briefs: readonly FailureBrief[]) =>
  briefs.map((each, index) => ({ attempt: index + 1, brief: each }));

test.each([
  ["nothing failed", failed(), []],
  ["one failure", failed(brief()), []],
  [
    "the same, elsewhere and slower",
    failed(brief(), brief({ primary_error_excerpt: "FAILED /tmp/b2/test_x.py:14 in 2.5s" })),
    [1, 2],
  ],
  ["another text", failed(brief(), brief({ primary_error_excerpt: "SyntaxError" })), []],
  ["another exit code", failed(brief(), brief({ exit_code: 2 })), []],
  ["another command", failed(brief(), brief({ command: "bash scripts/verify.sh" })), []],
  ["another stage", failed(brief(), brief({ stage: "acceptance_failed" })), []],
  ["again after another one", failed(brief(), brief({ exit_code: 2 }), brief()), [1, 3]],
  ["an older pair that the last one does not belong to", failed(brief(), brief(), brief({ exit_code: 2 })), []],
])("%s", (_name, attempts, expected) => {
  expect(repeatedFailures(attempts, 2_000)).toEqual(expected);
});

const COMMAND = 'node -e "1"';
test.each<[string, FailureBrief, RegExp]>([
  ["a test", brief(), /^Attempts 1 and 2 failed in the same way\. The same approach will fail again/],
  [
    "an acceptance command",
    brief({ stage: "acceptance_failed", command: COMMAND }),
    /If the command itself is wrong, object: .*`contradiction` names it \("node -e \\"1\\""\)/,
  ],
  [
    "a postcondition",
    brief({ stage: "acceptance_failed", command: null }),
    /If the postcondition itself is wrong, object: .*`contradiction` names it and the sentence/,
  ],
])("%s that refuses twice is reported, by name", (_name, last, told) => {
  expect(repetitionInWords([1, 2], last)).toMatch(told);
});
