import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLine, parseLine } from "../src/line.js";

const bookOf = (title, author) => ({ title, author, pages: 1, started: null, finished: null, rating: null });

test("marks of the file are escaped", () => {
  assert.equal(formatLine(bookOf("#1 | a\\b", "C#")), "\\#1 \\| a\\\\b | C# | 1 |  |  |");
});

test("every title and author comes back as it was typed", () => {
  for (const text of ["a|b", "|", "\\", "\\|", "\\\\|", "#", "a\\#b", "ends in \\", "C:\\new"])
    for (const book of [bookOf(text, "x"), bookOf("x", text)]) assert.deepEqual(parseLine(formatLine(book)), book);
});
