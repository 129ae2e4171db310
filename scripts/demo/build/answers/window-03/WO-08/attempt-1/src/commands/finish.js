import { daysOf, finishBook } from "../progress.js";
import { bookAt, readShelf, withBook, writeShelf } from "../shelf.js";

export const finish = {
  usage: "finish N --on DAY [--rating R]",
  words: 1,
  options: ["on", "rating"],
  required: ["on"],
  run: ({ file, words: [number], on, rating }) => {
    const shelf = readShelf(file);
    const book = bookAt(shelf, number);
    const finished = finishBook(book, on, rating);
    writeShelf(file, withBook(shelf, book, finished));
    const days = daysOf(finished);
    return `finished ${number}: ${book.title}, ${days} ${days === 1 ? "day" : "days"}\n`;
  },
};
