import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../../testkit/src/growth.ts";
import { closedRuns, failedAtEnd } from "./summaries.ts";

const textOf = (folder: string, name: string) => readFileSync(join(import.meta.dirname, folder, `${name}.txt`), "utf8");
const passing = (name: string) => textOf("counted", `${name}-pass`);
const failing = (name: string) => textOf("fixtures", name);

const NODE = "ℹ tests 3\nℹ suites 0\nℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 53.2";
const VITEST = " Test Files  1 passed (1)\n      Tests  3 passed (3)";
const JEST = "Test Suites: 1 passed, 1 total\nTests:       3 passed, 3 total\nSnapshots:   0 total";
const CARGO = (failed: number) =>
  `test result: ${failed > 0 ? "FAILED" : "ok"}. 1 passed; ${failed} failed; 0 ignored; 0 measured; 0 filtered out`;
const MAVEN = (failures: number) => `[INFO] Tests run: 3, Failures: ${failures}, Errors: 0, Skipped: 0`;

describe("tests failed at the end of", () => {
  test.each<[runner: string, output: string]>([
    ...["pytest", "pytest-short", "unittest", "node-tap", "node-spec", "jest", "jest-files", "vitest", "mocha"].map(
      (name): [string, string] => [name, failing(name)],
    ),
    ...["go", "go-verbose", "cargo", "gradle", "bats", "prove", "tape", "tap"].map((name): [string, string] => [
      name,
      failing(name),
    ]),
    ["pytest with errors alone", "1 passed, 1 error in 0.02s"],
    ["pytest with subtests", "1 failed, 2 subtests passed in 0.02s"],
    ["pytest that took minutes", "=== 1 failed, 3 passed in 65.12s (0:01:05) ==="],
    ["unittest with a test that should have failed", "Ran 2 tests in 0.001s\n\nFAILED (unexpected successes=1)"],
    ["node:test with tests that were cancelled", NODE.replace("cancelled 0", "cancelled 1")],
    ["jest with a file that does not load", JEST.replace("1 passed,", "1 failed,")],
    ["vitest with a file that does not load", VITEST.replace("1 passed (1)", "1 failed | 1 passed (2)")],
    ["cargo's first target", `${CARGO(1)}\n\n${CARGO(0)}`],
    ["Maven's first module", `${MAVEN(1)}\n${MAVEN(0)}`],
    ["ctest", "67% tests passed, 1 tests failed out of 3"],
    ["dotnet", "Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 5 ms - a.dll"],
    ["dotnet's summary", "Test summary: total: 3, failed: 1, succeeded: 2, skipped: 0, duration: 1.2s"],
    ["RSpec", "3 examples, 1 failure, 1 pending"],
    ["minitest", "3 runs, 3 assertions, 0 failures, 1 errors, 0 skips"],
    ["PHPUnit", "Tests: 3, Assertions: 5, Failures: 1."],
    ["mix", "3 tests, 1 failure"],
    ["Playwright", "  1 failed\n    a.spec.ts:3:1 › adds\n  2 passed (1.2s)"],
    ["ava", "  1 test failed\n  2 tests passed"],
    ["deno", "FAILED | 1 passed | 1 failed (5ms)"],
    ["bun", " 1 pass\n 1 fail\n 2 expect() calls\nRan 2 tests across 1 file."],
    ["node:test as JUnit", NODE.replaceAll(/^ℹ (.*)$/gm, "\t<!-- $1 -->").replace("fail 0", "fail 1")],
    ["node:test in what a pipe left of it", "# fail 1\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 53.2"],
    ["a repo's own runner", "3 passed, 0 failed\n650 passed, 2 failed, 0 errors, 0 skipped"],
    ["TAP", "TAP version 13\nok 1 - a\nnot ok 2 - b\n1..2"],
  ])("%s", (_, output) => {
    expect(failedAtEnd([output, ""], 1)).toBeGreaterThan(0);
    expect(failedAtEnd(["", output], null)).toBeGreaterThan(0);
  });
});

describe("no test failed at the end of", () => {
  test.each<[runner: string, output: string]>([
    ...["pytest", "pytest-q", "unittest", "node-tap", "node-spec", "jest", "vitest", "mocha"].map(
      (name): [string, string] => [name, passing(name)],
    ),
    ...["go", "go-v", "cargo", "ctest", "rspec", "prove"].map((name): [string, string] => [name, passing(name)]),
    ["pytest's expected failures", "2 passed, 1 xfailed, 1 xpassed in 0.02s"],
    ["pytest's tests that passed when they ran again", "FAILED test_a.py::test_a\n1 passed, 1 rerun in 0.02s"],
    ["unittest's expected failures", "Ran 2 tests in 0.001s\n\nOK (skipped=1, expected failures=1)"],
    ["node's tests to do", `not ok 2 - later # TODO\n${NODE.replace("todo 0", "todo 1")}`],
    ["jest's retries", `  ● adds\n\n    RETRY ERRORS 1 failed\n\n${JEST}`],
    ["vitest's retries", ` ✓ a.test.ts (3 tests) 5ms\n   ✓ adds (retry x1)\n${VITEST}`],
    ["vitest's expected failures", VITEST.replace("3 passed (3)", "2 passed | 1 expected fail (3)")],
    ["Playwright's retries", "  1 flaky\n    a.spec.ts:3:1 › adds\n  2 passed (1.2s)"],
    ["Maven's retries", "[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1"],
    ["TAP's expected failures", "TAP version 13\nnot ok 1 - a # TODO later\nnot ok 2 - b # SKIP\n1..2"],
    ["TAP with failures in the names of its tests", "1..1\nok 1 - counts 2 failed logins, errors=3"],
    ["a second run of the same tests", `${failing("pytest-short")}\n4 passed in 2.20s`],
    ["a second run of all packages", `${failing("go")}\nok  \texample.com/calc\t0.004s`],
    [
      "a test that prints another's summary",
      `${failing("jest")}\nFAILED (failures=1)\n1 failed in 0.1s\n${passing("mocha")}`,
    ],
    ["a repo's own runner", "1 passed, 2 failed\n652 passed, 0 failed, 0 errors, 0 skipped"],
    ["what is no runner", "0 errors, 3 failed attempts\nnot ok\nFAILED"],
  ])("%s", (_, output) => {
    expect(failedAtEnd([output, ""], 1)).toBe(0);
  });

  test("one stream, though another repeats what a test printed", () => {
    expect(failedAtEnd([passing("pytest-q"), "1 failed in 0.1s"], 1)).toBe(0);
    expect(failedAtEnd([passing("pytest-q"), "1 failed in 0.1s"], null)).toBe(0);
  });
});

test("each of several runs counts; if their number is not known, the last one of each runner", () => {
  const output = `${failing("node-spec")}\n${failing("pytest-short")}\n${passing("node-spec")}`;
  expect([1, 2, 3, null].map((runs) => failedAtEnd([output, ""], runs))).toEqual([0, 3, 5, 3]);
  expect(failedAtEnd([passing("pytest-q"), failing("unittest")], 2)).toBe(2);
});

test.each<[runner: string, output: string, closed: number]>([
  ["pytest that was killed", failing("pytest-short").replace(/\n.*\n$/, "\n"), 0],
  ["a line of unittest without the one above it", "FAILED (failures=1)\nOK (skipped=1)", 0],
  ["TAP without a plan", "not ok 1 - a\nok 2 - b", 0],
  ["two runs of jest", `${JEST}\n${JEST}`, 2],
  ["two runs of jest, the first with a failure", `${failing("jest")}\n${JEST}`, 2],
  ["two runs of mocha", `${failing("mocha")}\n${passing("mocha")}`, 2],
  ["two runs of node:test", `${NODE}\n${NODE}`, 2],
  ["two runs of unittest", `${passing("unittest")}\n${failing("unittest")}`, 2],
  ["runs of two runners", `${VITEST}\n${passing("pytest")}`, 2],
  ["one run of cargo with two targets", `${CARGO(0)}\n${CARGO(1)}`, 1],
])("%s: so many runs came to their end (%#)", (_, output, closed) => {
  expect(closedRuns(output)).toBe(closed);
});

test("reads in linear time", async () => {
  const lines = (count: number) => `${"1 failed ".repeat(60)}\n1 failed in 0.1s\nFAIL\tx\n`.repeat(count);
  expect(await growth((count) => failedAtEnd([lines(count)], null), 500)).toBeLessThan(MOST_GROWTH);
});
