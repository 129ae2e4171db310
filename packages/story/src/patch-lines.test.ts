import { expect, test } from "vitest";
import { patchLines } from "./patch-lines.ts";

const numbered = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word} ${index}`);

test.each<[string, string, string, readonly string[]]>([
  ["a changed line", "one\ntwo\n", "one\n2\n", ["@@ -1,2 +1,2 @@", " one", "-two", "+2"]],
  ["the same", "same\n", "same\n", []],
  ["a new text", "", "new\n", ["@@ -0,0 +1 @@", "+new"]],
  ["an emptied one", "gone\n", "", ["@@ -1 +0,0 @@", "-gone"]],
  [
    "an end without a line feed",
    "no end",
    "@@ -1 +1 @@\n",
    ["@@ -1 +1 @@", "-no end", "\\ No newline at end of file", "+@@ -1 +1 @@"],
  ],
  ["bytes of any kind", "a\0b\r\n", "a\0c\n", ["@@ -1 +1 @@", "-a\0b\r", "+a\0c"]],
])("of %s", (_name, before, after, lines) => {
  expect(patchLines(before, after)).toEqual(lines);
});

test("texts that differ too much are removed and added whole, with each line counted", () => {
  const [before, after] = [numbered("a", 2000), numbered("b", 3000)];
  const lines = patchLines(before.join("\n"), `${after.join("\n")}\n`);
  expect(lines).toEqual([
    "@@ -1,2000 +1,3000 @@",
    ...before.map((line) => `-${line}`),
    ...after.map((line) => `+${line}`),
  ]);
});
