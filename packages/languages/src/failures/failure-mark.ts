import { fingerprint } from "@llmch/contract";
import { everyFailureIn } from "./failures-in.ts";
import { stoppedEarly } from "./stopped-early.ts";
import { tellsOfFailure } from "./telling-lines.ts";

/** What a command that failed has said, so far as two runs of it can be compared. */
export interface FailureMark {
  /** What failed, each by its name and its file. Empty if nothing is named, or if tests were left out because of it. */
  readonly failures: readonly string[];
  /** The lines that tell of a failure, without what changes from run to run. */
  readonly telling: readonly string[];
}

const MOST_LINES = 1_000;

/** The mark of a command's whole output. Null if it holds too much to be compared. Linear in the text. */
export const failureMark = (output: string): FailureMark | null => {
  const failures = stoppedEarly(output) ? [] : everyFailureIn(output).map(({ name, place }) => keyOf(name, place));
  const telling = new Set<string>();
  for (const line of output.split("\n")) {
    if (tellsOfFailure(line) && !PASSING.test(line.slice(0, MOST_COLUMNS))) telling.add(withoutValues(line));
  }
  if (telling.size > MOST_LINES || failures.length > MOST_LINES) return null;
  return { failures, telling: [...telling] };
};

/**
 * True if all that failed had failed before, told test by test, and nothing else tells of a failure that was not told before, such
 * as a compiler beside a test runner. Where nothing has a name nothing is known.
 */
export const isKnownFailure = (now: FailureMark, before: FailureMark): boolean =>
  now.failures.length > 0 &&
  without(now.failures, before.failures).length === 0 &&
  without(now.telling, before.telling).length === 0;

/** What failed both times. */
export const failedTwice = (first: FailureMark, second: FailureMark): FailureMark => ({
  ...first,
  failures: common(first.failures, second.failures),
  telling: [...new Set([...first.telling, ...second.telling])],
});

/** What failed one time only. */
export const failedOnce = (first: FailureMark, second: FailureMark): readonly string[] => {
  const both = common(first.failures, second.failures);
  return [...new Set([...without(first.failures, both), ...without(second.failures, both)])];
};

/** The failure's name as it is compared and shown: lines move, files seldom. */
export const keyOf = (name: string, place: string | null): string =>
  place === null ? name : `${name}  (${place.replace(/(?::\d+)+$/, "")})`;

const common = (some: readonly string[], others: readonly string[]): readonly string[] => {
  const left = countsOf(others);
  return some.filter((key) => take(left, key));
};

const without = (some: readonly string[], taken: readonly string[]): readonly string[] => {
  const left = countsOf(taken);
  return some.filter((key) => !take(left, key));
};

const countsOf = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** Takes one away, if there is one left. */
const take = (counts: Map<string, number>, key: string): boolean => {
  const left = counts.get(key) ?? 0;
  counts.set(key, left - 1);
  return left > 0;
};

const MOST_COLUMNS = 200;

/** What a runner says of a test that passed: its name may speak of errors. */
const PASSING = /^\s*(?:ok\b|[✓✔√]|PASS(?:ED)?\b|--- PASS|=== |test .* \.\.\. ok$)|(?:\bPASSED| \.\.\. ok)(?:\s|$)/;

const withoutValues = (line: string): string => fingerprint(line.slice(0, MOST_COLUMNS)).trim();
