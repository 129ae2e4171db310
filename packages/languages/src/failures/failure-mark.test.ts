import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../../testkit/src/growth.ts";
import type { TestRuns } from "../test-runs.ts";
import { type FailureMark, failedOnce, failedTwice, failureMark, isKnownFailure, isLoadError } from "./failure-mark.ts";

const ONE: TestRuns = { count: 1, isLast: true };
const outputOf = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", `${name}.txt`), "utf8");

const markOf = (output: string): FailureMark => {
  const mark = failureMark(output);
  if (mark === null) throw new Error("too much to be compared");
  return mark;
};
const isKnown = (now: string, before: string) => isKnownFailure(markOf(now), markOf(before));

const pytest = (...failing: readonly string[]) =>
  [
    "..F",
    "=================================== FAILURES ===================================",
    ...failing.flatMap((name) => [
      `${"_".repeat(20)} ${name} ${"_".repeat(20)}`,
      "    def it():",
      ">       assert add(1, 2) == 3",
      "E       assert -1 == 3",
      "test_calc.py:7: AssertionError",
    ]),
    "=========================== short test summary info ============================",
    ...failing.map((name) => `FAILED test_calc.py::${name} - assert -1 == 3`),
    `${failing.length} failed, 4 passed in 0.0${failing.length}s`,
  ].join("\n");
const TAP = outputOf("node-tap");
const VITEST = outputOf("vitest");
const NODE = outputOf("node-tap-printed");
/** The child passes, and its parent fails of itself. */
const NODE_PARENT = NODE.replace("    not ok 1 - writes", "    ok 1 - writes");
/** The child fails, and its parent only because of it. */
const NODE_CHILD = NODE.replace(
  /(not ok 3 - stores\n(?: .*\n)*? *failureType: )'testCodeFailure'/,
  "$1'subtestsFailed'",
);
const TAPE = outputOf("tape");
const MOCHA = outputOf("mocha-colons");
const BATS = outputOf("bats");
const PROVE = outputOf("prove");
/** Tape's output with failures of its default message, each in a test and a file. */
const tape = (...failing: readonly (readonly [test: string, file: string])[]) =>
  [
    "TAP version 13",
    ...failing.flatMap(([test, file], index) => [
      `# ${test}`,
      `not ok ${index + 1} should be deeply equivalent`,
      "  ---",
      "    operator: deepEqual",
      "    expected: |-",
      "      [ 'a' ]",
      "    actual: |-",
      "      []",
      `    at: Test.<anonymous> (test/${file}.js:${index + 8}:4)`,
      "  ...",
    ]),
    ...["", `1..${failing.length}`, `# tests ${failing.length}`, "# pass  0", `# fail  ${failing.length}`],
  ].join("\n");
/** A test that fails, without diagnostics. */
const titled = (title: string) => `TAP version 13\nok 1 - starts\nnot ok 2 - ${title}\n1..2`;
const BATS_SETUP = "(from function `setup_file' in test file b.bats, line 1)";
const batsGathering = "1..1\nnot ok 1 bats-gather-tests\n# a.bats: line 1: syntax error near unexpected token `;'";
const batsFile = (name: string) => `1..2\nok 1 one\nnot ok 2 teardown_file failed\n# (in test file ${name}, line 1)`;
const stopping = (output: string) =>
  output.replace(/\n(?=1 failed)/, `\n${"!".repeat(26)} stopping after 1 failures ${"!".repeat(26)}\n`);
/** Lines that stand for one fault each; the file is told elsewhere, or differs by a number only. */
const FINDINGS = [
  "       ^-- SC2086 (info): Double quote to prevent globbing and word splitting.",
  "  3:5  ✖  Unexpected unknown property  property-no-unknown",
  "  × Formatter would have printed the following content:",
  "[warn] migrations/0001.js",
  "would reformat /w/migrations/0001_first.py",
];
const lowIn = (file: string) => `ERROR: Coverage for lines (10%) does not meet threshold (70%) for ${file}`;
const CARGO_RANGE = outputOf("cargo").replace(/(?<=stdout ----\n)/, "1..10\n");
const CARGO_ENDS = "error: test failed, to rerun pass `--lib`";

describe("every failure is known", () => {
  test.each<[string, string, string]>([
    ["the same tests", pytest("test_a", "test_b"), pytest("test_a", "test_b")],
    ["fewer tests", pytest("test_a"), pytest("test_a", "test_b")],
    ["the same tests on other lines, with tests that pass beside them", TAP.replaceAll(":3:56", ":9:56"), TAP],
    ["the same test, with tests beside it that pass", `1 failed, 3 passed in 0.2s\n${TAP}`, `1 failed in 0.1s\n${TAP}`],
    [
      "the same test, in jest's and vitest's counts",
      `Tests:  1 failed, 2 passed, 3 total\n Tests  1 failed | 2 passed (3)\n${TAP}`,
      TAP,
    ],
    ...[
      "▶ invalid input",
      "  with invalid input",
      "  parser.js",
      "--- SKIP: TestMissing (0.00s)",
      "test_a.py::test_b SKIPPED (missing numpy) [ 50%]",
      "﹣ fails without numpy (0.1ms) # SKIP",
      "test missing::fails ... ignored",
      "test_b (test_a.T) ... skipped 'error in numpy'",
      "src/error.py      10      2    80%   3-4",
      " error.js     |     100 |      100 |     100 |     100 |",
      "cache entry missing",
      " ❯ a.test.ts (2 tests | 1 failed) 12ms",
      "✔ runs jest with --bail",
    ].map((line): [string, string, string] => [
      `the same test, and a line beside it (${line})`,
      `${TAP}\n${line}`,
      TAP,
    ]),
    ...FINDINGS.map((line): [string, string, string] => [
      `as many faults in the same words, or fewer (${line})`,
      `${TAP}\n${line}\n${line}`,
      `${TAP}\n${line}\n${line}\n${line}`,
    ]),
    ...[
      "make: *** [test] Error 1",
      "[warn] jsxBracketSameLine is deprecated.",
      "[warn] Code style issues found in 2 files. Run Prettier with --write to fix.",
      "  × Some errors were emitted while running checks.",
      " × adds two numbers 3ms",
      "@@ -1,2 +1,2 @@",
    ].map((line): [string, string, string] => [
      `the same test, and a line once more that may stand for any number of faults (${line})`,
      `${TAP}\n${line}\n${line}`,
      `${TAP}\n${line}`,
    ]),
    [
      "a coverage that was too low before",
      `${TAP}\nERROR: Coverage for lines (10%) does not meet global threshold (70%)`,
      `${TAP}\nERROR: Coverage for lines (60%) does not meet global threshold (70%)`,
    ],
    ["tape's tests, on other lines", TAPE.replaceAll(":10:4", ":12:4"), TAPE],
    ["fewer of tape's assertions", tape(["one", "a"], ["two", "a"]), tape(["one", "a"], ["two", "a"], ["two", "a"])],
    ["tests of node:test that print", NODE.replace("# listening on 4000", "# listening on 41873"), NODE],
    ["a parent that fails of itself, as before, and its child no longer", NODE_PARENT, NODE],
    ["a child that fails, as before, and its parent only because of it", NODE_CHILD, NODE],
    [
      "tape's assertion below a remark with another port and id",
      tape(["serves\n# listening on 127.0.0.1:4123 as 7f3a9c01", "a"]),
      tape(["serves\n# listening on 127.0.0.1:41873 as 00b4d2e8", "a"]),
    ],
    ["tests of the package tap, in another time", outputOf("tap").replaceAll(/time=\d+/g, "time=7"), outputOf("tap")],
    ["tests of bats, in another time", BATS.replaceAll(/in \d+ms/g, "in 4ms"), BATS],
    ["tests of prove", PROVE, PROVE],
    ["tests of cargo that print a range", CARGO_RANGE, CARGO_RANGE],
    ...[
      "1..0 # SKIP no network\nok 1 - a\nnot ok 2 - b\n1..2",
      "ok 1 - a\n1..1\n1..0 # SKIP no network\nnot ok 1 - b\n1..1",
      "1..1\nnot ok 1 one\nnot ok 2 teardown_file failed\n1..1\nok 1 two",
    ].map((output): [string, string, string] => [
      `several files of TAP, one after another (${JSON.stringify(output)})`,
      output,
      output,
    ]),
    ["two runs of TAP", `${TAPE}\n${BATS}`, `${TAPE}\n${BATS}`],
    ["a file's teardown, which bats does not plan", batsFile("a.bats"), batsFile("a.bats")],
    [
      "the same tests of go's packages, of which one passes",
      `${goPackages(["a", "TestAdd"])}\nok  \texample.com/b\t(cached)`,
      goPackages(["a", "TestAdd"], ["b", "TestAdd"]),
    ],
    ["a test that passes, whose name speaks of errors", `ok 3 - fails with an error\n${TAP}`, TAP],
  ])("%s", (_, now, before) => {
    expect(isKnown(now, before)).toBe(true);
  });
});

describe("something is new", () => {
  test.each<[string, string, string]>([
    ["another test", pytest("test_a", "test_c"), pytest("test_a", "test_b")],
    ["a test besides", pytest("test_a", "test_b", "test_c"), pytest("test_a", "test_b")],
    ["tape's default message in another test", tape(["one", "a"], ["two", "a"]), tape(["one", "a"])],
    ["tape's default message in the place of another test's", tape(["two", "a"]), tape(["one", "a"])],
    ["tape's default message once more in a test", tape(["one", "a"], ["one", "a"]), tape(["one", "a"])],
    ["tape's default message in a test of the same name", tape(["one", "b"]), tape(["one", "a"])],
    ["a test of the same name in another file of bats", BATS, BATS.replace("not ok 3 adds", "ok 3 adds")],
    ["a test whose title differs by a time", titled("answers in 10ms"), titled("answers in 20ms")],
    ["a parent's own failure besides its child's", NODE, NODE_CHILD],
    ["a parent's own failure in the place of its child's", NODE_PARENT, NODE_CHILD],
    ["tape's default message in a test with another number", tape(["gives 500", "a"]), tape(["gives 404", "a"])],
    ["another file's teardown in bats", batsFile("b.bats"), batsFile("a.bats")],
    ["a test of the same name in another file of prove", PROVE, PROVE.replace(/(t\/b.*\n)not (ok 1 - same)/, "$1$2")],
    ["one more test of prove without a name", PROVE, PROVE.replace("not ok 3\n", "ok 3\n")],
    ["a file that is not collected", outputOf("pytest-collecting"), pytest("test_a")],
    ["a compiler's fault beside a failing test", `${outputOf("go")}\n./other.go:3:37: undefined: c`, outputOf("go")],
    ["a crash beside a failing test", `${pytest("test_a")}\nRuntimeError: no such thing`, pytest("test_a")],
    [
      "a test of the same name in the place of another file's, whose file failed before",
      jestTests(["a", "other"], ["b", "other"], ["b", "same"]),
      jestTests(["a", "other"], ["a", "same"], ["b", "other"]),
    ],
    ["another test of a group of mocha that ends in a colon", MOCHA, MOCHA.replace("       one:", "       two:")],
    [
      "a test of the same name in another package of go, which failed before",
      goPackages(["a", "TestOther"], ["b", "TestOther", "TestAdd"]),
      goPackages(["a", "TestOther", "TestAdd"], ["b", "TestOther"]),
    ],
    ["a second file that does not load", jestSuites("a", "b"), jestSuites("a")],
    ["a file that does not load in the place of another", jestSuites("b"), jestSuites("a")],
    ...[
      "greet.js",
      "src/greet.js",
      "would reformat greet.js",
      "[warn] greet.js",
      "[warn] Code style issues found in the above file. Run Prettier with --write to fix.",
      "FAIL Required test coverage of 80% not reached. Total coverage: 41.20%",
      "Coverage failure: total of 41 is less than fail-under=80",
      'Jest: "global" coverage threshold for lines (70%) not met: 10%',
      'Jest: Uncovered count for branches (12) exceeds "global" threshold (5)',
      "ERROR: Coverage for lines (10%) does not meet global threshold (70%)",
      "# Error: 10.00% line coverage does not meet threshold of 70%.",
      "Line coverage (10.00%) is below the expected minimum coverage (70.00%).",
      "Would reformat: greet.py",
      "Diff in /x/src/lib.rs:1:",
      "Segmentation fault (core dumped)",
      "× Some errors were emitted while running checks.",
      "       ^-- SC2086 (info): Double quote to prevent globbing and word splitting.",
      "Unused exports (1)",
      "1 failed, 1 error in 0.1s",
      "0 failed, 1 error",
    ].map((line): [string, string, string] => [`another tool's fault (${line})`, `${TAP}\n${line}`, TAP]),
    ...FINDINGS.map((line): [string, string, string] => [
      `one more fault in the same words (${line})`,
      `${TAP}\n${line}\n${line}`,
      `${TAP}\n${line}`,
    ]),
    ["a coverage that is too low for another file", `${TAP}\n${lowIn("b.js")}`, `${TAP}\n${lowIn("a.js")}`],
    ["no name where there was one", "Segmentation fault", pytest("test_a")],
    ["a name where there was none", pytest("test_a"), "make: *** [test] Error 1"],
    ["what has no name, with the same words", "bad: 2 files", "bad: 2 files"],
    ["nothing printed at all, as before", "", ""],
    ...["python-uncaught", "node-uncaught", "tsc", "eslint", "ruff", "mypy", "gcc", "go-build"].map(
      (name): [string, string, string] => [
        `what no test runner names (${name}), as before`,
        outputOf(name),
        outputOf(name),
      ],
    ),
    ["what kept every test from running, as before", outputOf("pytest-collecting"), outputOf("pytest-collecting")],
    ...[
      batsGathering,
      `1..1\nnot ok 1 setup_file failed\n# ${BATS_SETUP}`,
      "1..2\nnot ok 1 setup_suite\n# (in test file setup_suite.bash, line 1)",
      "1..3\nnot ok 1 one\nok 2 two\n# bats warning: Executed 2 instead of expected 3 tests",
      `${TAPE}\n1..3\nnot ok 1 one`,
      "TAP version 13\n# one\nnot ok 1 should be truthy\n# two",
      "TAP version 13\n# one\nnot ok 1 should be truthy\n# two\nTAP version 13\nok 1 it\n1..1",
      `TAP version 13\n1..3\n${pytest("test_a")}`,
      "1..0 # SKIP no network\nnot ok 1 - a\n1..2",
      "TAP version 13\nnot ok 1 test exited without ending: one\n1..1",
      `${PROVE}\n  Parse errors: Bad plan.  You planned 3 tests but ran 1.`,
      `${PROVE}\n  Parse errors: No plan found in TAP output`,
    ].map((output): [string, string, string] => [
      `what kept tests from running, as before (${output.split("\n").at(-1)})`,
      output,
      output,
    ]),
    [
      "tests that vitest's --bail left out",
      `${VITEST}\n      Tests  1 failed (40)`,
      `${VITEST}\n      Tests  1 failed (40)`,
    ],
    ["another file that is not formatted", `${TAP}\nwould reformat /w2/b.py`, `${TAP}\nwould reformat /w1/a.py`],
    ["a heading that tells of faults", `${TAP}\n## ERROR: 3 vulnerabilities`, TAP],
    ["tests that mocha's --bail left out", `> mocha --bail\n${TAP}`, `> mocha --bail\n${TAP}`],
    ["tests that were cancelled", `${TAP}\n# cancelled 2`, `${TAP}\n# cancelled 2`],
    ["what came after the first failure", stopping(pytest("test_a")), stopping(pytest("test_a"))],
    ["tests of go after a panic", outputOf("go"), outputOf("go")],
    [
      "targets after the first that failed",
      `${outputOf("cargo")}\n${CARGO_ENDS}`,
      `${outputOf("cargo")}\n${CARGO_ENDS}`,
    ],
  ])("%s", (_, now, before) => {
    expect(isKnown(now, before)).toBe(false);
  });
});

/** What `go test ./...` prints of packages whose tests fail. */
function goPackages(...packages: readonly (readonly string[])[]): string {
  return packages
    .flatMap(([name, ...tests]) => [
      ...tests.flatMap((test) => [`--- FAIL: ${test} (0.00s)`, "    calc_test.go:9: Add(1, 2) = -1, want 3"]),
      ...["FAIL", `FAIL\texample.com/${name}\t0.008s`],
    ])
    .join("\n");
}

/** Jest's output for tests that fail in a file that they share. */
function jestTests(...tests: readonly (readonly [file: string, test: string])[]): string {
  return tests
    .flatMap(([file, test]) => [
      `FAIL ${file}.test.js`,
      `  ● ${test}`,
      "",
      "    not the same",
      "",
      "      at same (check.js:1:47)",
    ])
    .join("\n");
}

/** Jest's output for files that it cannot load. */
function jestSuites(...names: readonly string[]): string {
  return names
    .flatMap((name) => [
      `FAIL ${name}.test.js`,
      "  ● Test suite failed to run",
      "",
      `    Cannot find module './${name}' from '${name}.test.js'`,
      "",
    ])
    .join("\n");
}

test("what jest lists again in its summary of more than 20 files counts once", () => {
  const output = outputOf("jest");
  const again = output.slice(0, output.indexOf("Test Suites:"));
  const { failures } = markOf(output);
  expect(markOf(`${again}Summary of all failing tests\n${output}`).failures).toEqual(failures);
});

test.each<[string, boolean]>([
  ["t/d.test.js > Test suite failed to run  (t/d.test.js)", true],
  ["a.test.mjs [ a.test.mjs ]  (a.test.mjs)", true],
  ["test_broken (unittest.loader._FailedTest.test_broken)  (test_broken.py)", true],
  ["tests/test_a.py  (tests/test_a.py)", true],
  ["/w/js/broken.mjs  (/w/js/broken.mjs)", true],
  ["test/broken.test.js", true],
  ["t/d.test.js > says: Test suite failed to run  (t/d.test.js)", false],
  ["adds two numbers  (src/add.test.mjs)", false],
  ["test_calc.py::test_a", false],
  ["test_raises (test_calc.AddTest.test_raises)  (calc.py)", false],
  ["loads a.js  (a.test.js)", false],
])("a file that does not load is told from a test: %s", (key, isUnloaded) => {
  expect(isLoadError(key)).toBe(isUnloaded);
});

test("failures in both runs count, and failures in one run are flaky", () => {
  const [first, second] = [markOf(pytest("test_a", "test_b")), markOf(pytest("test_b", "test_c"))];
  expect(failedTwice(first, second).failures).toEqual(["test_b  (test_calc.py)"]);
  expect(failedOnce(first, second)).toEqual(["test_a  (test_calc.py)", "test_c  (test_calc.py)"]);
});

test.each<[string, (size: number) => string]>([
  ["many empty lines", (size) => "\n".repeat(size)],
  ["a long line", (size) => `> ${"jest ".repeat(size / 5)}`],
  ["many slashes", (size) => "/a".repeat(size / 2)],
])("an output of %s is read in linear time", async (_, outputOf) => {
  const mark = (size: number) => failureMark(`${TAP}\n${outputOf(size)}`);
  expect(mark(200_000)?.failures).toHaveLength(2);
  expect(await growth(mark)).toBeLessThan(MOST_GROWTH);
});

test("a record of before, which counted no repetitions, excuses them", () => {
  const line = FINDINGS.at(0);
  const { repeated: _, ...before } = markOf(`${TAP}\n${line}`);
  expect(isKnownFailure(markOf(`${TAP}\n${line}\n${line}`), before)).toBe(true);
});

test("a fault that is there in one run only is not counted", () => {
  const [once, twice] = [1, 2].map((times) => markOf(`${TAP}\n${`${FINDINGS.at(0)}\n`.repeat(times)}`));
  if (once === undefined || twice === undefined) throw new Error("no marks");
  expect(isKnownFailure(failedTwice(once, twice), once)).toBe(true);
  expect(isKnownFailure(failedTwice(twice, twice), once)).toBe(false);
});

test.each<[string, string, TestRuns | null, boolean | undefined]>([
  ["one run that came to its end", TAP, ONE, undefined],
  ["the last of two", `${outputOf("node-spec")}\n${pytest("test_a")}`, { count: 2, isLast: true }, undefined],
  ["the first of two", pytest("test_a"), { count: 2, isLast: true }, true],
  ["a run before a linter", pytest("test_a"), { count: 1, isLast: false }, true],
  ["what a script does", pytest("test_a"), null, true],
  ["a run that was cut short", pytest("test_a").replace(/\n.*$/, ""), ONE, true],
])("failures of %s excuse nothing if others may not have run", (_, output, runs, stopped) => {
  const [now, before] = [failureMark(output, runs), failureMark(output, ONE)];
  if (now === null || before === null) throw new Error("too much to be compared");
  expect([now.stopped, isKnownFailure(now, before)]).toEqual([stopped, stopped === undefined]);
  expect([failedTwice(before, now).stopped, failedTwice(now, now).stopped]).toEqual([stopped, stopped]);
});

test("an output with too many failures cannot be compared", () => {
  expect(failureMark(Array.from({ length: 1_001 }, (_, index) => `not ok - test ${index}`).join("\n"))).toBeNull();
});
