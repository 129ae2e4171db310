import type { Failure, FailureReader } from "../failure.ts";
import { blocksOf, dedented } from "../lines.ts";
import { isOutsideRepo } from "./traceback.ts";

const SECTION = /^=+ (.+?) =+$/;
const TEST = /^_{3,} (?:ERROR at \w+ of |ERROR collecting )?(.+?) _{3,}$/;
const PLACE = /^(\S+\.py):(\d+): ?/;
const SUMMARY = /^(?:FAILED|ERROR) (\S+?)(?: - (.*))?$/;

/** Pytest: each test's lines marked `>` and `E`, or the summary for a run without details. */
export const readPytest: FailureReader = (lines) => {
  const tests = blocksOf(
    sectionsOf(lines, ["FAILURES", "ERRORS"]),
    (line) => TEST.exec(line)?.[1] ?? null,
    (line) => /^-+ Captured .* -+$/.test(line),
  );
  const told = tests.map(({ head, body }) => failureOf(head, body));
  if (told.length > 0) return told;
  return sectionsOf(lines, ["short test summary info"]).flatMap((line) => {
    const [, name, why] = SUMMARY.exec(line) ?? [];
    return name === undefined ? [] : [{ name, place: null, detail: why === undefined ? [] : [why] }];
  });
};

const failureOf = (name: string, body: readonly string[]): Failure => {
  const places = body.flatMap((line) => {
    const [, path, row] = PLACE.exec(line) ?? [];
    return path === undefined || isOutsideRepo(path) ? [] : [`${path}:${row}`];
  });
  const said = body.filter((line) => /^E( |$)/.test(line)).map((line) => line.slice(1));
  const asserted = body.findLast((line) => /^> /.test(line))?.slice(1);
  const detail = [...(asserted === undefined ? [] : [asserted.trim()]), ...dedented(said)];
  return { name, place: places.at(-1) ?? null, detail: said.length > 0 ? detail : dedented(body).slice(-20) };
};

const sectionsOf = (lines: readonly string[], wanted: readonly string[]): readonly string[] => {
  let isWanted = false;
  return lines.filter((line) => {
    const title = SECTION.exec(line)?.[1];
    if (title !== undefined) isWanted = wanted.includes(title);
    return isWanted && title === undefined;
  });
};
