import type { FailureReader } from "../failure.ts";
import { blocksOf, dedented } from "../lines.ts";
import { placeInTraceback } from "./traceback.ts";

const DOUBLE = /^={70}$/;
const SINGLE = /^-{70}$/;

/** Python's unittest: a traceback for each test, between rules of 70 characters. */
export const readUnittest: FailureReader = (lines) =>
  blocksOf(
    lines,
    (line, index) => (DOUBLE.test(lines[index - 1] ?? "") ? (/^(?:FAIL|ERROR): (.+)$/.exec(line)?.[1] ?? null) : null),
    (line) => DOUBLE.test(line) || /^Ran \d+ tests? in /.test(line),
  ).map(({ head, body }) => {
    const said = body.filter((line) => !SINGLE.test(line));
    const lastFrame = said.findLastIndex((line) => /^ {2}\S|^ {4}/.test(line));
    const asserted = said.slice(0, lastFrame + 1).findLast((line) => /^ {4}[^\s^~]/.test(line));
    const code = asserted === undefined ? [] : [asserted.trim()];
    return { name: head, place: placeInTraceback(said), detail: [...code, ...dedented(said.slice(lastFrame + 1))] };
  });
