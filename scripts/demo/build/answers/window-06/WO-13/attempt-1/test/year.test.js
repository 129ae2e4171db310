import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { year } from "../src/commands/year.js";

const file = fileURLToPath(new URL("../examples/shelf.txt", import.meta.url));
const told = (asked) => year.run({ file, words: [asked] });

test("the example's year", () => {
  assert.equal(
    told("2026"),
    `2026: 6 books, 1,528 pages, rated 4.6 on average

Jan  ##  2
Feb  #   1
Mar  #   1
Apr  #   1
May  #   1
Jun
Jul
Aug
Sep
Oct
Nov
Dec

2026: 6 of 12 books, 6 to go
`,
  );
});

test("a year without books and goal", () => {
  assert.match(told("2025"), /^2025: 0 books, 0 pages\n\nJan\nFeb\n[\s\S]*\nDec\n$/);
});
