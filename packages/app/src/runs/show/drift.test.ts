import { expect, test } from "vitest";
import { driftInWords } from "./drift.ts";

const many = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}.o`);

test.each<[string, readonly string[], string]>([
  ["a few", ["a.txt", "src/a.ts", "src/b.ts"], "a.txt, src/a.ts, src/b.ts"],
  ["five of one folder", many("dist", 5), "dist/0.o, dist/1.o, dist/2.o, dist/3.o, dist/4.o"],
  ["six of one folder", ["a.txt", ...many("dist", 6)], "a.txt, dist/ (6 files: 0.o, 1.o, 2.o, …)"],
  ["folders in a folder", many("dist", 30).map((path) => `${path}/x`), "dist/ (30 files in its folders)"],
])("%s", (_, paths, places) => {
  expect(driftInWords(paths)).toBe(`${places} changed outside the proposal; not committed`);
});
