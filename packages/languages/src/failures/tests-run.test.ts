import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../../testkit/src/growth.ts";
import { testsRun } from "./tests-run.ts";

const textOf = (folder: string, name: string) => readFileSync(join(import.meta.dirname, folder, `${name}.txt`), "utf8");
const outputOf = (name: string) => textOf("counted", name);
const failureOf = (name: string) => textOf("fixtures", name);

const MAVEN = [
  "[INFO] Running com.example.CalcTest",
  "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.05 s -- in com.example.CalcTest",
  "[INFO] Results:",
  "[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1",
].join("\n");
const DOTNET = "Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 5 ms - a.dll (net8.0)";
const DOTNET_NONE =
  "No test is available in /w/a.dll. Make sure that test discoverer & executors are registered and platform & framework version settings are appropriate and try again.";
const TESTING_PLATFORM_NONE = [
  "bin/Debug/net10.0/a.dll (net10.0|x64) Zero tests ran",
  "Exit code: 8",
  "",
  "Test run summary: Zero tests ran - bin/Debug/net10.0/a.dll (net10.0|x64)",
  ...["  total: 0", "  failed: 0", "  succeeded: 0", "  skipped: 0", "  duration: 943ms"],
  "Test run completed with non-success exit code: 8 (see: https://aka.ms/testingplatform/exitcodes)",
].join("\n");
const mavenFails = (why: string) =>
  [
    "[INFO] --- surefire:3.2.5:test (default-test) @ a ---",
    "[INFO] No tests to run.",
    "[INFO] BUILD FAILURE",
    `[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project a: ${why} -> [Help 1]`,
  ].join("\n");
const IGNORED = "(Set -DfailIfNoTests=false to ignore this error.)";

describe("how many tests ran", () => {
  test.each<[runner: string, output: string, exit: number, ran: number | null, skipped: number]>([
    ["pytest", outputOf("pytest-pass"), 0, 2, 1],
    ["pytest, quiet", outputOf("pytest-q-pass"), 0, 2, 1],
    ["pytest, failing", failureOf("pytest-short"), 1, 4, 0],
    ["pytest that deselects all", outputOf("pytest-desel"), 5, 0, 3],
    ["pytest that cannot collect", failureOf("pytest-collecting"), 2, 0, 0],
    ["unittest", outputOf("unittest-pass"), 0, 2, 1],
    ["unittest, none", outputOf("unittest-none"), 0, 0, 0],
    ["vitest", outputOf("vitest-pass"), 0, 2, 1],
    ["vitest that passes with none", outputOf("vitest-none0"), 0, 0, 0],
    ["jest", outputOf("jest-pass"), 0, 2, 1],
    ["jest that passes with none", outputOf("jest-none0"), 0, 0, 0],
    ["mocha", outputOf("mocha-pass"), 0, 2, 1],
    ["mocha with a file without tests", outputOf("mocha-none0"), 0, 0, 0],
    ["node:test, TAP", outputOf("node-tap-pass"), 0, 2, 1],
    ["node:test, spec", outputOf("node-spec-pass"), 0, 2, 1],
    ["node:test, none", outputOf("node-none"), 0, 0, 0],
    ["node:test with a file that does not load", outputOf("node-broken"), 1, 0, 0],
    ["go", outputOf("go-pass"), 0, null, 0],
    ["go, verbose", outputOf("go-v-pass"), 0, null, 0],
    ["go without test files", outputOf("go-none"), 0, 0, 0],
    ["go without a test of that name", outputOf("go-no-run"), 0, 0, 0],
    ["cargo", outputOf("cargo-pass"), 0, 2, 1],
    ["cargo, none", outputOf("cargo-none"), 0, 0, 0],
    ["ctest", outputOf("ctest-pass"), 0, 2, 0],
    ["ctest, none", outputOf("ctest-none"), 0, 0, 0],
    ["Maven", MAVEN, 0, 2, 1],
    ["Maven, none", "[INFO] No tests to run.", 0, 0, 0],
    ["Gradle", "> Task :test\n\nBUILD SUCCESSFUL in 2s", 0, null, 0],
    ["Gradle, failing", failureOf("gradle"), 1, 2, 0],
    ["Gradle, none", "> Task :app:test NO-SOURCE", 0, 0, 0],
    ["dotnet", DOTNET, 0, 3, 1],
    ["dotnet, none", DOTNET_NONE, 0, 0, 0],
    ["dotnet with its testing platform, none", TESTING_PLATFORM_NONE, 8, 0, 0],
    ["RSpec", outputOf("rspec-pass"), 0, 2, 1],
    ["RSpec, none", outputOf("rspec-none"), 0, 0, 0],
    ["make beside a folder of that name", "make: 'test' is up to date.\n", 0, 0, 0],
    [
      "make in a folder",
      "make: Entering directory '/w'\nmake[1]: Nothing to be done for 'test'.\nmake: Leaving directory '/w'\n",
      0,
      0,
      0,
    ],
    ["make that ran something too", "make: Nothing to be done for 'all'.\n./run\nfine\n", 0, null, 0],
    ["make that ran tests too", `make: 'build' is up to date.\n${outputOf("pytest-pass")}`, 0, 2, 1],
    ["ninja", "ninja: Entering directory `build'\nninja: no work to do.\n", 0, 0, 0],
    ["ninja that built", "[1/1] Linking a\n", 0, null, 0],
    ["nothing", "", 0, null, 0],
    ["PHPUnit", "OK (3 tests, 5 assertions)", 0, 3, 0],
    ["PHPUnit with one skipped", "Tests: 3, Assertions: 5, Skipped: 1.", 0, 2, 1],
    [
      "a repo's own runner",
      "Running spec.txt\n652 passed, 0 failed, 0 errors, 3 skipped\n12 passed, 0 failed",
      0,
      664,
      3,
    ],
    ["a repo's own runner, failing", "Results: 2 tests failed, 10 tests passed (1.2s)", 1, 12, 0],
    ["a test's line beside pytest's own", "9 passed, 0 failed\n2 passed in 0.1s", 0, 2, 0],
    ["words about tests", "All 9 passed, 0 failed to load\n9 passed\n3 failed attempts", 0, null, 0],
    ["pytest, quieter", "...  [100%]", 0, null, 0],
    ["PHPUnit, none", "No tests executed!", 0, 0, 0],
    ["prove", outputOf("prove-pass"), 0, 2, 0],
    ["prove, none", outputOf("prove-none"), 0, 0, 0],
    ["bats", failureOf("bats"), 1, 3, 0],
    ["any other TAP", "TAP version 13\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP\n1..3", 1, 2, 0],
    ["a TAP plan of none", "1..0", 0, 0, 0],
    ["lint-staged without staged files", outputOf("lint-staged"), 0, 0, 0],
    ["several runners", `${outputOf("pytest-q-pass")}\n${outputOf("vitest-pass")}`, 0, 4, 2],
    ["several, one of them without tests", `${outputOf("go-none")}\n${outputOf("vitest-pass")}`, 0, 2, 1],
    ["several, of which one does not count", `${outputOf("go-pass")}\n${outputOf("vitest-pass")}`, 0, null, 1],
    ["what is no runner", "ok\nall fine", 0, null, 0],
    ["a compiler", failureOf("tsc"), 2, null, 0],
  ])("%s", (_, output, exit, ran, skipped) => {
    expect(testsRun(output, exit)).toMatchObject({ ran, skipped });
  });
});

test.each<[runner: string, output: string, ran: number, failed: number]>([
  ["pytest", failureOf("pytest-short"), 4, 3],
  ["node:test", failureOf("node-tap"), 4, 2],
  ["node:test with a file that does not load", outputOf("node-broken"), 0, 0],
  ["bats", failureOf("bats"), 3, 2],
  ["two runs", `${failureOf("pytest-short")}\n${outputOf("pytest-q-pass")}`, 6, 3],
])("%s tells how many of its tests failed", (_, output, ran, failed) => {
  expect(testsRun(output, 1)).toMatchObject({ ran, failed });
});

describe("an exit code that means no more than that there were no tests", () => {
  test.each<[runner: string, output: string, exit: number, only: boolean]>([
    ["pytest", outputOf("pytest-none"), 5, true],
    ["pytest through make", `${outputOf("pytest-none")}\nmake: *** [Makefile:2: test] Error 5`, 2, true],
    ["pytest with another code", outputOf("pytest-none"), 4, false],
    ["vitest", outputOf("vitest-none"), 1, true],
    ["jest", outputOf("jest-none"), 1, true],
    ["mocha", outputOf("mocha-none"), 1, true],
    ["ctest", outputOf("ctest-none-err"), 8, true],
    ["dotnet with its testing platform", TESTING_PLATFORM_NONE, 8, true],
    ["dotnet with its testing platform that could not start", TESTING_PLATFORM_NONE, 5, false],
    ["Maven with failIfNoTests", mavenFails(`No tests were executed!  ${IGNORED}`), 1, true],
    ["Maven with a pattern", mavenFails(`No tests matching pattern "A, B" were executed! ${IGNORED}`), 1, true],
    ["Maven after tests", `${MAVEN}\n${mavenFails(`No tests were executed!  ${IGNORED}`)}`, 1, false],
    ["Maven with another error", mavenFails("Could not resolve dependencies for project a"), 1, false],
    ["vitest after a compiler's fault", `${failureOf("tsc")}\n${outputOf("vitest-none")}`, 1, false],
    ["vitest after tests of another", `${outputOf("pytest-q-pass")}\n${outputOf("vitest-none")}`, 1, false],
    ["node:test with a file that does not load", outputOf("node-broken"), 1, false],
    ["jest with suites that do not start", failureOf("jest-files"), 1, false],
    ["what is no runner", "nothing to do", 1, false],
  ])("%s", (_, output, exit, only) => {
    expect(testsRun(output, exit).endsOnlyForNone).toBe(only);
  });

  test("pytest that prints nothing", () => {
    const argv = ["python", "-m", "pytest", "-qq"];
    expect(testsRun("", 5, argv)).toMatchObject({ ran: 0, endsOnlyForNone: true });
    expect(testsRun("", 1, argv)).toMatchObject({ ran: null, endsOnlyForNone: false });
  });
});

test.each<[runner: string, output: string, path: string, collected: boolean | null]>([
  ["pytest", outputOf("pytest-pass"), "tests/test_x.py", true],
  ["pytest", outputOf("pytest-pass"), "tests/test_y.py", false],
  ["pytest, verbose", outputOf("pytest-v-pass"), "sub/tests/test_x.py", true],
  ["pytest, quiet", outputOf("pytest-q-pass"), "tests/test_y.py", null],
  ["pytest without tests", outputOf("pytest-none"), "tests/test_y.py", false],
  ["vitest", outputOf("vitest-pass"), "b/t.test.mjs", true],
  ["vitest", outputOf("vitest-pass"), "b/u.test.mjs", false],
  ["vitest, of another language", outputOf("vitest-pass"), "tests/test_x.py", null],
  [
    "vitest that names fewer files than it ran",
    `${outputOf("vitest-pass")}\n Test Files  9 passed (9)`,
    "b/u.test.mjs",
    null,
  ],
  ["jest", outputOf("jest-pass"), "a/sum.test.js", true],
  ["jest", outputOf("jest-pass"), "a/other.test.js", false],
  ["Maven", MAVEN, "src/test/java/com/example/CalcTest.java", true],
  ["Maven", MAVEN, "src/test/java/com/example/OtherTest.java", false],
  ["node:test", outputOf("node-spec-pass"), "a/n.mjs", null],
])("%s tells whether a test file ran (%#)", (_, output, path, collected) => {
  expect(testsRun(output, 0).collected(path)).toBe(collected);
});

test("names what passed in TAP without its time", () => {
  const told = ["ok 1 - adds # time=2.9ms", "ok 2 - counts 418 # time=3ms {", "ok 3 - time # TODO later", "1..3"];
  expect(testsRun([...told, "# tests 3", "# pass 3"].join("\n"), 0).names).toEqual(["adds", "counts 418"]);
});

test("reads in linear time", async () => {
  const lines = (count: number) => `${"1 a11 ".repeat(80)}\n${"PASS ".repeat(90)}\n`.repeat(count);
  expect(await growth((count) => testsRun(lines(count), 1), 500)).toBeLessThan(MOST_GROWTH);
});
