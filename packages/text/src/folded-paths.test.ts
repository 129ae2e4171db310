import { expect, test } from "vitest";
import { foldedPaths } from "./folded-paths.ts";

const many = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/case-${String(index).padStart(3, "0")}.ts`);

test.each<[string, readonly string[], number, readonly string[]]>([
  ["few paths", ["README.md", "src/a.ts"], 10, ["README.md", "src/a.ts"]],
  [
    "a folder with very many files",
    ["README.md", ...many("test/cases", 286), "test/run.ts"],
    400,
    ["README.md", "test/cases/ (286 files: case-000.ts, case-001.ts, case-002.ts, …)", "test/run.ts"],
  ],
  [
    "too many lines: deep folders are counted",
    ["a/b/c/d.ts", "a/b/c/e.ts", "a/b/f.ts", "a/g.ts", "h.ts"],
    4,
    ["a/b/ (2 files in its folders)", "a/b/f.ts", "a/g.ts", "h.ts"],
  ],
  ["a root that is too wide", ["a.ts", "b.ts", "c.ts"], 2, ["a.ts", "b.ts", "(and 1 more entries)"]],
  ["no paths", [], 10, []],
])("%s", (_, paths, most, expected) => {
  expect(foldedPaths(paths, most)).toEqual(expected);
});
