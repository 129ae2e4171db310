import type { FailureReader } from "../failure.ts";
import { blocksOf, dedented, isJavaScriptFrame, placeInStack } from "../lines.ts";

const HEAD = /^ {2}● (.+)$/;
/** Headings that are not tests. */
const NOT_A_TEST = /^Console$|^Deprecation Warning|^Validation Warning/;
const SUMMARY = "Summary of all failing tests";
/** The time of a slow file, and its memory, follow in brackets. */
const FILE = /^(?:FAIL|PASS) (\S.*?)(?: \([^()]*\))?$/;
const END = new RegExp(`^(?:Test Suites: |Tests: |Snapshots: |${SUMMARY})`);

/**
 * Jest. A test's name begins with its file, whose name is printed above. Leaves out the code around a failure, which is in the repo, and
 * what the summary of many files repeats.
 */
export const readJest: FailureReader = (lines) => {
  const summary = lines.findIndex((line) => line.startsWith(SUMMARY));
  if (summary === -1) return listedIn(lines);
  const told = listedIn(lines.slice(0, summary));
  const names = new Set(told.map(({ name }) => name));
  return [...told, ...listedIn(lines.slice(summary)).filter(({ name }) => !names.has(name))];
};

const listedIn: FailureReader = (lines) => {
  const first = lines.findIndex((line) => FILE.test(line));
  const files = blocksOf(lines, (line) => FILE.exec(line)?.[1] ?? null);
  return [
    // The beginning may be cut off.
    ...testsIn(first === -1 ? lines : lines.slice(0, first)),
    ...files.flatMap(({ head, body }) => testsIn(body).map((test) => ({ ...test, name: `${head} > ${test.name}` }))),
  ];
};

const testsIn: FailureReader = (lines) =>
  blocksOf(
    lines,
    (line) => HEAD.exec(line)?.[1] ?? null,
    (line) => END.test(line),
  )
    .filter(({ head, body }) => !NOT_A_TEST.test(head) && body.some((line) => line.trim() !== ""))
    .map(({ head, body }) => ({
      name: head.replaceAll(" › ", " > "),
      place: placeInStack(body),
      detail: dedented(body.filter((line) => !isJavaScriptFrame(line) && !isCode(line))),
    }));

const isCode = (line: string): boolean => /^\s*>?\s*\d* \|/.test(line);
