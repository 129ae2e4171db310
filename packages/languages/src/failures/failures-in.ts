import type { Failure, FailureReader } from "./failure.ts";
import { linesOf } from "./lines.ts";
import { readCargo } from "./readers/cargo.ts";
import { readCompilers } from "./readers/compilers.ts";
import { readGoTest } from "./readers/go-test.ts";
import { readJest } from "./readers/jest.ts";
import { readJunit } from "./readers/junit.ts";
import { readMocha } from "./readers/mocha.ts";
import { readNodeSpec } from "./readers/node-spec.ts";
import { readPytest } from "./readers/pytest.ts";
import { readTap } from "./readers/tap.ts";
import { readUncaught } from "./readers/traceback.ts";
import { readUnittest } from "./readers/unittest.ts";
import { readVitest } from "./readers/vitest.ts";

const RUNNERS: readonly FailureReader[] = [
  readTap,
  readNodeSpec,
  readJest,
  readVitest,
  readMocha,
  readPytest,
  readUnittest,
  readGoTest,
  readCargo,
  readJunit,
];

/** Each list is tried only if the previous ones find nothing: a test runner's output contains tracebacks too. */
const READERS: readonly (readonly FailureReader[])[] = [RUNNERS, [readCompilers], [readUncaught]];

/**
 * The failures that test runners, compilers and linters report: every test by name, with its place and what was asserted. Empty if the text
 * is not from any of them. Expects text without terminal escapes. Linear in the text.
 */
export const failuresIn = (text: string): readonly Failure[] => {
  const lines = linesOf(text);
  for (const readers of READERS) {
    const found = readers.flatMap((read) => read(lines));
    if (found.length > 0) return distinct(found);
  }
  return [];
};

/**
 * What can be told test by test: the failures that test runners report, plus what compilers and linters report next to them, because the
 * output may come from several commands. What fails twice under one name is there twice. Empty if no runner reports any: after a compiler's
 * fault or an uncaught error, tests may not have run.
 */
export const toldTestByTest = (text: string): readonly Failure[] => {
  const tests = failedTests(text);
  return tests.length === 0 ? [] : [...tests, ...distinct(readCompilers(linesOf(text)))];
};

/** The failures that test runners report. */
export const failedTests = (text: string): readonly Failure[] => {
  const lines = linesOf(text);
  return RUNNERS.flatMap((read) => read(lines));
};

/** A compiler may report the same fault for several targets, and a test may fail in each round of a loop. */
const distinct = (failures: readonly Failure[]): readonly Failure[] => {
  const byText = new Map(failures.map((failure) => [JSON.stringify([failure.name, failure.place]), failure]));
  return [...byText.values()];
};
