import { fingerprint, sha256Hex, withoutNames } from "@llmch/text";
import type { TestRuns } from "../test-runs.ts";
import { failedTests, toldTestByTest } from "./failures-in.ts";
import { reportsFault, reportsFinding } from "./fault-lines.ts";
import { stoppedEarly } from "./stopped-early.ts";
import { closedRuns } from "./summaries.ts";
import { testsRun } from "./tests-run.ts";

/** The output of a failed command, reduced to what can be compared between two runs. */
export interface FailureMark {
  /** What failed, each by name and file, as often as it failed. Empty if no test runner names a test, if tests did not run because of a failure, or if none ran. */
  readonly failures: readonly string[];
  /** The lines that report a failure, without what changes from run to run. */
  readonly telling: readonly string[];
  /** Those of one fault each that were printed before in the same words, once for each further time. Missing in records of before. */
  readonly repeated?: readonly string[] | undefined;
  /** The hash of the whole output, without what changes from run to run. Missing in records of before. */
  readonly output_sha256?: string | undefined;
  /** True if tests failed, and the command may have left out others for that: then none is excused. */
  readonly stopped?: boolean | undefined;
}

const MOST_LINES = 1_000;
/** Further times beyond are not counted. */
const MOST_TIMES = 50;

const ONE_RUN = { count: 1, isLast: true };

/**
 * The mark of a command's whole output. Null if there is too much to compare. Linear in the text.
 * @param runs the runs of tests that it starts; null if it may leave some out after a failure
 */
export const failureMark = (output: string, runs: TestRuns | null = ONE_RUN): FailureMark | null => {
  const isPartial = stoppedEarly(output) || testsRun(output, null).ran === 0;
  const failures = isPartial ? [] : toldTestByTest(output).map(({ name, place }) => keyOf(name, place));
  const stopped = failures.length > 0 && !(runs?.isLast === true && closedRuns(output) >= runs.count);
  const times = new Map<string, number>();
  for (const line of output.split("\n")) {
    if (!reportsFault(line)) continue;
    const told = withoutValues(line);
    const before = times.get(told);
    if (before === undefined) times.set(told, 0);
    else if (before < MOST_TIMES && reportsFinding(line)) times.set(told, before + 1);
  }
  if (times.size > MOST_LINES || failures.length > MOST_LINES) return null;
  const repeated = [...times].flatMap(([line, more]) => Array<string>(more).fill(line));
  return {
    ...{ failures, telling: [...times.keys()], repeated, output_sha256: sha256Hex(fingerprint(output)) },
    ...(stopped ? { stopped } : {}),
  };
};

/**
 * The mark of a command that ended with 0 although tests failed. Those that have no name are there, since they count.
 * @param failed how many its runners count
 */
export const unreportedFailures = (output: string, failed: number): FailureMark => {
  const named = failedTests(output).map(({ name, place }) => keyOf(name, place));
  const failures = named.length > 0 ? named : Array<string>(failed).fill("(no name)");
  return { failures: failures.slice(0, MOST_LINES), telling: [] };
};

/** What failed now and not before, or more often than before. */
export const newFailures = (now: FailureMark, before: FailureMark | null): readonly string[] =>
  withoutNames(now.failures, before?.failures ?? []);

/** The lines that report a failure now and did not before, without what changes from run to run, if each test that fails had failed before. */
export const newBesides = (now: FailureMark, before: FailureMark): readonly string[] =>
  namesNothingNew(now, before) ? [...withoutNames(now.telling, before.telling), ...repeatedMore(now, before)] : [];

/** Lines that report a fault of which there are more now. */
const repeatedMore = (now: FailureMark, before: FailureMark): readonly string[] =>
  before.repeated === undefined ? [] : withoutNames(now.repeated ?? [], before.repeated);

/** True if a command printed the same both times, except for what changes from run to run. */
export const printsTheSame = (now: FailureMark, before: FailureMark): boolean =>
  now.output_sha256 !== undefined && now.output_sha256 === before.output_sha256;

/**
 * True if every failure was already in the earlier mark, test by test, and no other line reports a new failure, such as a compiler's next
 * to a test runner's. False if no test has a name, or if tests may not have run.
 */
export const isKnownFailure = (now: FailureMark, before: FailureMark): boolean =>
  now.stopped !== true && namesNothingNew(now, before) && newBesides(now, before).length === 0;

/** True if tests have names, and each that fails had failed before. */
const namesNothingNew = (now: FailureMark, before: FailureMark): boolean =>
  now.failures.length > 0 && newFailures(now, before).length === 0;

/** What failed both times. */
export const failedTwice = (first: FailureMark, second: FailureMark): FailureMark => ({
  ...first,
  failures: common(first.failures, second.failures),
  telling: [...new Set([...first.telling, ...second.telling])],
  repeated: common(first.repeated ?? [], second.repeated ?? []),
  ...(second.stopped === true ? { stopped: true } : {}),
});

/** What failed only once. */
export const failedOnce = (first: FailureMark, second: FailureMark): readonly string[] => {
  const both = common(first.failures, second.failures);
  return [...new Set([...withoutNames(first.failures, both), ...withoutNames(second.failures, both)])];
};

/** The failure's name for comparison and display. Leaves out line numbers, since lines move, while files seldom do. */
export const keyOf = (name: string, place: string | null): string =>
  place === null ? name : `${name}  (${place.replace(/(?::\d+)+$/, "")})`;

/** True for a failure that is not a test's: its file could not be loaded. As jest, vitest, unittest, and last pytest and node:test name it. */
export const isLoadError = (key: string): boolean => LOAD_ERROR.test(key);
const LOAD_ERROR =
  / > Test suite failed to run(?: {2}\(|$)|^(\S+) \[ \1 \]|\(unittest\.loader\._FailedTest\b|^\S+\.(?:py|[cm]?[jt]sx?)(?: {2}\(|$)/;

const common = (some: readonly string[], others: readonly string[]): readonly string[] =>
  withoutNames(some, withoutNames(some, others));

const MOST_COLUMNS = 200;

/** Paths keep their last part: a fault of another file is another fault. */
const withoutValues = (line: string): string => fingerprint(line.slice(0, MOST_COLUMNS).replace(FOLDERS, "")).trim();
const FOLDERS = /(?<![\w.])\/(?:[^\s"'`():<>|/]+\/)*/g;
