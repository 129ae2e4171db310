import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOf, finishBook, startBook } from "../src/progress.js";

const UNREAD = { title: "Stoner", author: "John Williams", pages: 288, started: null, finished: null, rating: null };
const READING = { ...UNREAD, started: "2026-02-27" };
const READ = { ...READING, finished: "2026-03-02", rating: 4 };

test("a book is started and finished on days that are given", () => {
  assert.deepEqual(startBook(UNREAD, "2026-02-27"), READING);
  assert.deepEqual(finishBook(READING, "2026-03-02", "4"), READ);
  assert.deepEqual(finishBook(READING, "2026-02-27", undefined).rating, null);
});

test("both days count", () => {
  assert.equal(daysOf(READ), 4);
  assert.equal(daysOf(finishBook(READING, "2026-02-27", undefined)), 1);
});

test("each refusal says why", () => {
  const cases = [
    [() => startBook(UNREAD, "2026-02-30"), "no such day: 2026-02-30"],
    [() => startBook(READING, "2026-03-01"), "Stoner is started already"],
    [() => startBook(READ, "2026-03-01"), "Stoner is finished already"],
    [() => finishBook(UNREAD, "2026-03-01", undefined), "Stoner is not started"],
    [() => finishBook(READ, "2026-03-03", undefined), "Stoner is finished already"],
    [() => finishBook(READING, "2026-02-26", undefined), "Stoner was started on 2026-02-27"],
    [() => finishBook(READING, "2026-03-02", "6"), "a rating is a whole number from 1 to 5"],
  ];
  for (const [act, message] of cases) assert.throws(act, { message });
});
