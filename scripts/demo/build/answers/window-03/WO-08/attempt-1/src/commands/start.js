import { startBook } from "../progress.js";
import { bookAt, readShelf, withBook, writeShelf } from "../shelf.js";

export const start = {
  usage: "start N --on DAY",
  words: 1,
  options: ["on"],
  required: ["on"],
  run: ({ file, words: [number], on }) => {
    const shelf = readShelf(file);
    const book = bookAt(shelf, number);
    writeShelf(file, withBook(shelf, book, startBook(book, on)));
    return `started ${number}: ${book.title}\n`;
  },
};
