import type { Failure, FailureReader } from "./failure.ts";
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

/** Each list is asked if none before it knows the text: what a test runner prints holds tracebacks too. */
const READERS: readonly (readonly FailureReader[])[] = [
  [readTap, readNodeSpec, readJest, readVitest, readMocha, readPytest, readUnittest, readGoTest, readCargo, readJunit],
  [readCompilers],
  [readUncaught],
];

/** Longer lines are code that was packed, or data. */
const MOST_COLUMNS = 500;

/**
 * What failed, as test runners, compilers and linters tell it: every test by name, with its place and what was asserted. Empty if
 * the text is none of theirs. Takes clean text, without escapes of a terminal. Linear in the text.
 */
export const failuresIn = (text: string): readonly Failure[] => {
  const lines = text.split("\n").map((line) => line.slice(0, MOST_COLUMNS));
  for (const readers of READERS) {
    const found = readers.flatMap((read) => read(lines));
    if (found.length > 0) return distinct(found);
  }
  return [];
};

/**
 * The same, and what compilers and linters say beside a test runner: a text that tells of failing tests alone may come from one of
 * several commands.
 */
export const everyFailureIn = (text: string): readonly Failure[] => {
  const told = failuresIn(text);
  const compiled = readCompilers(text.split("\n").map((line) => line.slice(0, MOST_COLUMNS)));
  return distinct([...told, ...compiled]);
};

/** Some runners list their failures twice. */
const distinct = (failures: readonly Failure[]): readonly Failure[] => {
  const byText = new Map(failures.map((failure) => [JSON.stringify([failure.name, failure.place]), failure]));
  return [...byText.values()];
};
