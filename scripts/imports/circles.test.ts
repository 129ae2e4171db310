import { expect, test } from "vitest";
import { importCircles } from "./circles.mjs";

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
