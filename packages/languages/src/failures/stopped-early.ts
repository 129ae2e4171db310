/** What runners say when they gave up before all tests had run. What comes after is not known, so that nothing is told test by test. */
const STOPPED: readonly RegExp[] = [
  // pytest: files that cannot be collected keep every test from running; `-x` ends at the first failure.
  /^!+ (?:Interrupted|stopping after|_pytest\.outcomes\.Exit)\b/m,
  // cargo: the targets after the first that fails do not run without --no-fail-fast.
  /^error: test failed, to rerun pass/m,
  /^error: could not compile\b/m,
  // jest with `bail`.
  /^Test Suites:.*\b\d+ of \d+ total/m,
  // Maven: the modules after the first that fails.
  /^\[INFO\] .*\bSKIPPED\b/m,
  // TAP.
  /^Bail out!/m,
];

/** True if the output says that tests were left out because of a failure before them. */
export const stoppedEarly = (output: string): boolean => STOPPED.some((said) => said.test(output));
