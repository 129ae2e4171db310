import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLine, isDay, isPages, parseLine } from "../src/line.js";

const PIRANESI = {
  ...{ title: "Piranesi", author: "Susanna Clarke", pages: 272 },
  ...{ started: "2026-01-03", finished: "2026-01-09", rating: 5 },
};
const UNREAD = { ...PIRANESI, started: null, finished: null, rating: null };

test("a book is a line, and the line is the book", () => {
  const line = "Piranesi | Susanna Clarke | 272 | 2026-01-03 | 2026-01-09 | 5";
  assert.equal(formatLine(PIRANESI), line);
  assert.deepEqual(parseLine(line), PIRANESI);
});

test("what is not known is empty, and space around the bars is free", () => {
  assert.equal(formatLine(UNREAD), "Piranesi | Susanna Clarke | 272 |  |  |");
  assert.deepEqual(parseLine("Piranesi|Susanna Clarke|272|||"), UNREAD);
});

test("other lines are no books", () => {
  for (const line of ["Piranesi", "a | b | 0 |  |  |", " | b | 1 |  |  |", "a | b | 1 |  | 2026-01-09 |"])
    assert.equal(parseLine(line), null);
  assert.equal(parseLine("a | b | 1 | 2026-01-09 | 2026-01-08 |"), null);
  assert.equal(parseLine("a | b | 1 | 2026-01-09 |  | 4"), null);
});

test("pages and days have bounds", () => {
  assert.deepEqual(["0", "1", "99999", "100000", "1.5"].map(isPages), [false, true, true, false, false]);
  assert.deepEqual(["2026-02-28", "2026-02-29", "2024-02-29", "2026-2-1"].map(isDay), [true, false, true, false]);
});
