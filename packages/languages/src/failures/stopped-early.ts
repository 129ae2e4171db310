import { missesPlan } from "./tap-plan.ts";

/**
 * Runners' messages when they stop before all tests have run. The results of later tests are unknown, so nothing is compared test by test.
 */
const STOPPED: readonly RegExp[] = [
  // pytest: files that cannot be collected prevent all tests from running; `-x` stops at the first failure.
  /^!+ (?:Interrupted|stopping after|_pytest\.outcomes\.Exit)\b/m,
  // cargo: without --no-fail-fast, the targets after the first failing one do not run.
  /^error: test failed, to rerun pass/m,
  /^error: could not compile\b/m,
  // go: a panic, or a time that is up, ends the tests of the package.
  /^goroutine \d+ \[running\]:$/m,
  // jest with `bail`.
  /^Test Suites:.*\b\d+ of \d+ total/m,
  // Maven: the modules after the first failing one.
  /^\[INFO\] .*\bSKIPPED\b/m,
  // TAP, and node:test's tests whose parent ended first.
  /^Bail out!/m,
  /^(?:#|ℹ) cancelled [1-9]/m,
  // Bats: a file that cannot be read prevents all tests from running, and a failed setup those of its file.
  /^not ok \d+ (?:bats-gather-tests|setup_file failed|setup_suite)$/m,
  // tape: what would have come after a test that never ended. prove: a file that ended before its plan.
  /^not ok \d+ test exited without ending: /m,
  /^ {2}Parse errors: (?:Bad plan|No plan found)\b/m,
  // The command that npm or go was told to run, before its output.
  /^> .{0,200}\b(?:mocha|jest|vitest|ava|tap)\b.{0,200} --(?:bail|fail-fast)(?!=(?:0|false)\b)\b/m,
  /^> .{0,200}\bmocha\b.{0,200} -b\b/m,
  /^(?:> )?.{0,20}\bgo test\b.{0,200} -failfast\b/m,
];

/** True if the output says that tests did not run because of an earlier failure. */
export const stoppedEarly = (output: string): boolean =>
  STOPPED.some((said) => said.test(output)) || leavesTestsOut(output) || missesPlan(output);

/** Vitest's count of all tests, or files, after those that ran. */
const VITEST_COUNTS = /^[ \t]*(?:Tests|Test Files) {2}(\d+ \w+(?: \| \d+ \w+)*) \((\d+)\)$/gm;

const leavesTestsOut = (output: string): boolean =>
  [...output.matchAll(VITEST_COUNTS)].some(([, counted = "", all]) => {
    const ran = counted.split(" | ").reduce((sum, each) => sum + Number.parseInt(each, 10), 0);
    return ran < Number(all);
  });
