import type { FailureReader } from "../failure.ts";
import { blocksOf, dedented, isJavaScriptFrame, placeInStack } from "../lines.ts";

const HEAD = /^ {2}● (.+)$/;
/** Headings that are not tests. */
const NOT_A_TEST = /^Console$|^Deprecation Warning|^Validation Warning/;
const END = /^(?:Test Suites: |Tests: |Snapshots: |PASS |FAIL |Summary of all failing tests)/;

/** Jest. Leaves out the code around a failure, which is in the repo. */
export const readJest: FailureReader = (lines) =>
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
