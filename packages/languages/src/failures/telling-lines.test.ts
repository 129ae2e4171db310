import { expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../../testkit/src/growth.ts";
import { tellingLines, withoutFrames } from "./telling-lines.ts";

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `line ${from + index}`);

test("a short text is left as it is", () => {
  expect(tellingLines(numbered(5), 5)).toEqual(numbered(5));
});

test("picks from a long text the lines that report a failure, the line after each, and the end", () => {
  const lines = [
    ...numbered(20),
    "not ok 2 - refuses zero",
    "  ---",
    ...numbered(20, 30),
    "  error: 'Missing exception'",
    ...numbered(20, 60),
  ];
  const picked = tellingLines(lines, 10);
  expect(picked.slice(0, 6)).toEqual([
    null,
    "not ok 2 - refuses zero",
    "  ---",
    null,
    "  error: 'Missing exception'",
    "line 60",
  ]);
  expect(picked.slice(-4)).toEqual(["line 76", "line 77", "line 78", "line 79"]);
  expect(picked.filter((line) => line !== null)).toHaveLength(10);
});

test("counts of zero report no failure", () => {
  const lines = ["# fail 0", "0 failures", "0 errors", ...numbered(30)];
  expect(tellingLines(lines, 6)).toEqual([null, ...numbered(6, 24)]);
});

test("keeps a stack's nearest frame, and no consecutive empty lines", () => {
  const text = [
    "Error: no",
    "    at one (file:///a.js:1:2)",
    "    at two (node:internal:3:4)",
    "    at three",
    "",
    "",
    "  end",
    "",
    "",
  ];
  expect(withoutFrames(text)).toEqual(["Error: no", "    at one (file:///a.js:1:2)", "", "  end"]);
});

test("lines of any length are read in linear time", async () => {
  for (const unit of ["a", " ", "(node:", " (/", "1:", "\t at", "errorx"]) {
    const lines = Array.from({ length: 40 }, () => unit.repeat(60_000));
    expect(withoutFrames(lines).length).toBeLessThanOrEqual(40);
    expect(tellingLines(lines, 10)).not.toHaveLength(0);
    const told = (size: number) => [withoutFrames([unit.repeat(size)]), tellingLines([unit.repeat(size)], 10)];
    expect(await growth(told)).toBeLessThan(MOST_GROWTH);
  }
});
