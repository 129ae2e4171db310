// The file: books, and lines that are the user's own.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { formatLine, parseLine } from "./line.js";

/** A refusal, in words for the user. */
export class ShelfError extends Error {}

/** @typedef {{ book: import("./line.js").Book } | { text: string }} Entry a book, or a line that stays as it is */

/** @returns {Entry[]} */
export const readShelf = (file) => {
  const lines = textOf(file).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return { text: line };
    const book = parseLine(line);
    if (book === null) throw new ShelfError(`${file}, line ${index + 1}: cannot read "${line}"`);
    return { book };
  });
};

/** Replaces the file in one step. @param {Entry[]} shelf */
export const writeShelf = (file, shelf) => {
  const lines = shelf.map((entry) => ("book" in entry ? formatLine(entry.book) : entry.text));
  const fresh = `${file}.new`;
  try {
    writeFileSync(fresh, lines.map((line) => `${line}\n`).join(""));
    renameSync(fresh, file);
  } catch {
    throw new ShelfError(`cannot write ${file}`);
  }
};

/** The books in the order of the file; the first has number 1. @param {Entry[]} shelf */
export const booksOf = (shelf) => shelf.flatMap((entry) => ("book" in entry ? [entry.book] : []));

/** Refuses a number that no book has. @param {Entry[]} shelf @param {string} number as the user typed it */
export const bookAt = (shelf, number) => {
  const book = /^[1-9]\d*$/.test(number) ? booksOf(shelf)[Number(number) - 1] : undefined;
  if (book === undefined) throw new ShelfError(`there is no book ${number}`);
  return book;
};

/** The shelf with one book in another's place. @param {Entry[]} shelf */
export const withBook = (shelf, before, now) =>
  shelf.map((entry) => ("book" in entry && entry.book === before ? { book: now } : entry));

const textOf = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw new ShelfError(`cannot read ${file}`);
  }
};
