import { writeFileSync } from "node:fs";
import { pageOf } from "../page.js";
import { booksOf, goalFor, readShelf, ShelfError } from "../shelf.js";
import { counted, summaryOf } from "../summary.js";

export const page = {
  usage: "page YEAR FILE",
  words: 2,
  options: [],
  required: [],
  run: ({ file, words: [year, target] }) => {
    const shelf = readShelf(file);
    const summary = summaryOf(booksOf(shelf), year);
    try {
      writeFileSync(target, pageOf(summary, goalFor(shelf, year)));
    } catch {
      throw new ShelfError(`cannot write ${target}`);
    }
    return `wrote ${target}: ${counted(summary.books.length, "book")}\n`;
  },
};
