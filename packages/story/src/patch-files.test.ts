import { expect, test } from "vitest";
import { patchFiles } from "./patch-files.ts";

const file = (names: string, ...lines: readonly string[]) =>
  `diff --git ${names}\nindex 1..2 100644\n--- x\n+++ x\n${lines.join("\n")}\n`;

test.each([
  ["a changed file", file("a/b.js b/b.js", "@@ -1 +1 @@", "-old", "+new", "+more"), "b.js", 2, 1],
  ["lines that look like a header", file("a/b.js b/b.js", "@@ -1 +1 @@", "--- x", "+++ x"), "b.js", 1, 1],
  ["a carriage return before one", file("a/b b/b", "@@ -1 +1 @@", "+x\rdiff --git a/c b/c", "+++ y"), "b", 2, 0],
  [
    "a folder that is named like the other side",
    file("a/x b/README b/x b/README", "@@ -0 +1 @@", "+1"),
    "x b/README",
    1,
    0,
  ],
  ["a quoted name", file('"a/\\303\\251" "b/\\303\\251"', "@@ -0 +1 @@", "+1"), "\\303\\251", 1, 0],
  ["a renamed file", "diff --git a/x b/y\nrename from x\nrename to y\n", "a/x b/y", 0, 0],
  ["no prefixes", file("x x", "@@ -0 +1 @@", "+1"), "x x", 1, 0],
  ["a mode alone", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "x", 0, 0],
  ["what is no text", 'binary "a.png", mode 100644: nothing to 1 bytes (f0)\n', "a.png", null, null],
])("%s", (_, patch, path, added, removed) => {
  expect(patchFiles(patch)).toMatchObject([{ path, added, removed }]);
});

test("each file has what tells of modes and its hunks, and how many lines these have", () => {
  const mode = "diff --git a/y b/y\nold mode 100644\nnew mode 100755\n";
  const files = patchFiles(`${file("a/x b/x", "@@ -1,2 +1 @@", " 1", "-2", "@@ -9 +8 @@", "+3")}${mode}`);
  expect(files.map(({ text, lines }) => [text, lines])).toEqual([
    ["@@ -1,2 +1 @@\n 1\n-2\n@@ -9 +8 @@\n+3\n", 3],
    ["old mode 100644\nnew mode 100755\n", 0],
  ]);
  expect(patchFiles("")).toEqual([]);
});
