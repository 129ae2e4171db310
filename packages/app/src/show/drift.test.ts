import { expect, test } from "vitest";
import { foldedPaths } from "./drift.ts";

const many = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}/x.o`);

test.each<[string, readonly string[], readonly string[]]>([
  ["no path", [], []],
  ["a few", ["a.txt", "src/a.ts", "src/b.ts"], ["a.txt", "src/a.ts", "src/b.ts"]],
  ["five of one folder", many("dist", 5), many("dist", 5)],
  ["six of one folder", ["a.txt", ...many("dist", 6), "z.txt"], ["a.txt", "dist/ (6 files)", "z.txt"]],
  ["many at the root", ["1", "2", "3", "4", "5", "6"], ["1", "2", "3", "4", "5", "6"]],
  ["two folders", [...many("a", 6), ...many("b", 300)], ["a/ (6 files)", "b/ (300 files)"]],
])("%s", (_, paths, folded) => {
  expect(foldedPaths(paths)).toEqual(folded);
});
