import type { FileDiff } from "@llmch/story";
import pc from "picocolors";
import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

const changed: FileDiff = { path: "a.js", since: 2, kind: "changed", lines: ["@@ -1 +1 @@", "-one", "+two"] };

test("a file names the attempt that it was compared with only if it differs from the one named above", () => {
  const files: readonly FileDiff[] = [
    changed,
    { ...changed, path: "b.js", since: 1, lines: [] },
    { ...changed, path: "c.js", since: null, kind: "new", lines: ["+one"] },
    { ...changed, path: "d.js", kind: "dropped", lines: [] },
  ];
  expect(diffLines(files, 2, pc.createColors(false))).toEqual([
    "a.js  +1 -1",
    "@@ -1 +1 @@",
    "-one",
    "+two",
    "b.js  +0 -0 since attempt 1",
    "c.js  new, +1",
    "+one",
    "d.js  not written any more",
  ]);
});
