import assert from "node:assert/strict";
import { test } from "node:test";
import { headline, summaryOf } from "../src/summary.js";

const bookOf = (finished, pages, rating) => ({
  title: "T",
  author: "A",
  pages,
  started: "2025-12-30",
  finished,
  rating,
});
const BOOKS = [
  bookOf("2026-03-05", 1000, null),
  bookOf("2026-01-09", 272, 5),
  bookOf("2025-12-31", 9, 1),
  bookOf(null, 7, null),
];

test("a year has the books finished in it, by day", () => {
  const summary = summaryOf([...BOOKS, bookOf("2026-01-31", 10, 4)], "2026");
  assert.deepEqual(
    summary.books.map(({ finished }) => finished),
    ["2026-01-09", "2026-01-31", "2026-03-05"],
  );
  assert.deepEqual(summary.months, [2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  assert.equal(headline(summary), "2026: 3 books, 1,282 pages, rated 4.5 on average");
});

test("one book is singular, and without a rating there is no average", () => {
  assert.equal(headline(summaryOf([bookOf("2024-02-29", 1, null)], "2024")), "2024: 1 book, 1 page");
  assert.equal(headline(summaryOf(BOOKS, "2023")), "2023: 0 books, 0 pages");
  assert.throws(() => summaryOf(BOOKS, "26"), { message: "no such year: 26" });
});
