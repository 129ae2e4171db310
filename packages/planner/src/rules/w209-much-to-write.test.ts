import { expect, test } from "vitest";
import { absent, type Case, exists, first, report } from "./rules.fixture.ts";

const files = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
const writing = (count: number, condition: typeof exists = exists) =>
  first({ allowed_files: files(count), postconditions: files(count).map(condition), acceptance_commands: ["x f0"] });
const told = (count: number, bytes: number) =>
  `W209 WO-01 allowed_files: the order writes ${count} files, likely ${bytes} bytes; more than 30000 are hard to get right in one answer`;

const CASES: Readonly<Record<string, Omit<Case, "expected"> & { readonly expected: readonly string[] }>> = {
  "not 15 new files": { manifest: writing(15), expected: [] },
  "19 new files": { manifest: writing(19), expected: [told(19, 31_350)] },
  "not 20 files that stand": { manifest: writing(20), repo: files(20), expected: [] },
  "23 files that stand": { manifest: writing(23), repo: files(23), expected: [told(23, 31_050)] },
  "not 100 files that go": { manifest: writing(100, absent), repo: files(100), expected: [] },
};

test.each(Object.entries(CASES))("W209 tells %s", (_, example) => {
  expect(report(example).filter((line) => line.startsWith("W209"))).toEqual(example.expected);
});
