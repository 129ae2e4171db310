/**
 * Runners' messages when they stop before all tests have run. The results of later tests are unknown, so nothing is compared test by test.
 */
const STOPPED: readonly RegExp[] = [
  // pytest: files that cannot be collected prevent all tests from running; `-x` stops at the first failure.
  /^!+ (?:Interrupted|stopping after|_pytest\.outcomes\.Exit)\b/m,
  // cargo: without --no-fail-fast, the targets after the first failing one do not run.
  /^error: test failed, to rerun pass/m,
  /^error: could not compile\b/m,
  // jest with `bail`.
  /^Test Suites:.*\b\d+ of \d+ total/m,
  // Maven: the modules after the first failing one.
  /^\[INFO\] .*\bSKIPPED\b/m,
  // TAP.
  /^Bail out!/m,
];

/** True if the output says that tests did not run because of an earlier failure. */
export const stoppedEarly = (output: string): boolean => STOPPED.some((said) => said.test(output));
