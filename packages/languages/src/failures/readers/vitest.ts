import type { Failure, FailureReader } from "../failure.ts";
import { blocksOf, dedented, isJavaScriptFrame, placeInStack } from "../lines.ts";

const HEAD = /^ FAIL {2}(.+)$/;
const RULE = /^⎯{3,}/;

/** Vitest. Tests with the same failure share one message, below the last of their names. */
export const readVitest: FailureReader = (lines) => {
  const failures: Failure[] = [];
  const waiting: string[] = [];
  for (const { head, body } of blocksOf(
    lines,
    (line) => HEAD.exec(line)?.[1] ?? null,
    (line) => RULE.test(line),
  )) {
    waiting.push(head);
    if (body.every((line) => line.trim() === "")) continue;
    const detail = dedented(body.filter((line) => !isJavaScriptFrame(line) && !isCode(line)));
    const place = placeInStack(body);
    failures.push(...waiting.splice(0).map((name) => ({ name: withoutProject(name), place, detail })));
  }
  return failures;
};

/** The project's name precedes the file's: ` FAIL  |unit| src/a.test.ts > adds`. */
const withoutProject = (name: string): string => name.replace(/^\|[^|]*\| | {2,}/g, "").trim();

const isCode = (line: string): boolean => /^\s*\d*\|/.test(line);
