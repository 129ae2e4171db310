import { growth, MOST_GROWTH } from "@llmch/testkit";
import { expect, test } from "vitest";
import { namedPlaces } from "./named-places.ts";

const TRACKED = [
  "Makefile",
  "src/a.ts",
  "src/main/java/app/Cart.java",
  "lib/cart.py",
  "one/x.go",
  "two/x.go",
  "a b.txt",
];

test.each<[string, string, readonly [string, readonly number[]][]]>([
  ["node", "    at total (/tmp/llmch-1/src/a.ts:12:7)", [["src/a.ts", [12]]]],
  ["a module of node", "at file:///tmp/llmch-1/src/a.ts:12:7", [["src/a.ts", [12]]]],
  ["tsc", "src/a.ts(3,14): error TS2322", [["src/a.ts", [3]]]],
  ["python", '  File "/srv/lib/cart.py", line 40, in total', [["lib/cart.py", [40]]]],
  ["pytest", "lib/cart.py:7: AssertionError", [["lib/cart.py", [7]]]],
  ["rust", "  --> ./src/a.ts:5:9", [["src/a.ts", [5]]]],
  ["java", "\tat app.Cart.total(Cart.java:31)", [["src/main/java/app/Cart.java", [31]]]],
  ["a path of Windows", "C:\\repo\\src\\a.ts:4", [["src/a.ts", [4]]]],
  ["a sentence", "See src/a.ts.", [["src/a.ts", []]]],
  ["several lines", "src/a.ts:1\nsrc/a.ts:9\nsrc/a.ts:1", [["src/a.ts", [1, 9]]]],
  [
    "several files",
    "lib/cart.py:1 src/a.ts:2",
    [
      ["lib/cart.py", [1]],
      ["src/a.ts", [2]],
    ],
  ],
  ["a name that two files have", "x.go:3: undefined", []],
  ["its folder with it", "one/x.go:3: undefined", [["one/x.go", [3]]]],
  ["a file of another folder", "/usr/lib/other/a.tsx:3 node_modules/b/index.js:2", []],
  ["a word", "Makefile cart total", []],
])("what %s prints names files of the repo", (_, text, expected) => {
  expect(namedPlaces(text, TRACKED)).toEqual(expected.map(([path, lines]) => ({ path, lines })));
});

test("names of any length are read in linear time", async () => {
  for (const unit of [".", "/", "./", "a/", "a.", "\\"]) {
    expect(namedPlaces(unit.repeat(300_000), TRACKED)).toEqual([]);
    expect(await growth((size) => namedPlaces(unit.repeat(size), TRACKED))).toBeLessThan(MOST_GROWTH);
  }
});
