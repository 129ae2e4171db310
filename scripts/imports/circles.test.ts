import { expect, test } from "vitest";
import { folderCircles, importCircles } from "./circles.mjs";

const circles = (sources: Readonly<Record<string, readonly string[]>>) =>
  importCircles(
    new Map(
      Object.entries(sources).map(([path, targets]) => [
        `packages/a/src/${path}`,
        targets.map((target) => `import type { X } from "${target}";\n`).join(""),
      ]),
    ),
  );

test("a circle of any length is found, and a file that only leads into it is not part of it", () => {
  const found = circles({
    "main.ts": ["./b/one.ts"],
    "b/one.ts": ["./two.ts", "node:fs"],
    "b/two.ts": ["../three.ts"],
    "three.ts": ["./b/one.ts", "./leaf.ts"],
    "leaf.ts": [],
  });
  expect(found).toEqual([["packages/a/src/b/one.ts", "packages/a/src/b/two.ts", "packages/a/src/three.ts"]]);
});

test("two ways to one file are not a circle", () => {
  expect(circles({ "a.ts": ["./b.ts", "./c.ts"], "b.ts": ["./d.ts"], "c.ts": ["./d.ts"], "d.ts": [] })).toEqual([]);
});

test("folders that need each other form a circle, though none of their files do; tests do not count", () => {
  const sources = new Map([
    ["packages/a/src/b/one.ts", 'import "../c/two.ts";'],
    ["packages/a/src/c/two.ts", ""],
    ["packages/a/src/c/three.ts", 'import "../b/four.ts";'],
    ["packages/a/src/b/four.ts", 'import "../leaf.ts";'],
    ["packages/a/src/leaf.ts", ""],
  ]);
  expect(importCircles(sources)).toEqual([]);
  expect(folderCircles(sources)).toEqual([["packages/a/src/b", "packages/a/src/c"]]);
  sources.delete("packages/a/src/c/three.ts");
  sources.set("packages/a/src/c/three.test.ts", 'import "../b/four.ts";');
  expect(folderCircles(sources)).toEqual([]);
});
