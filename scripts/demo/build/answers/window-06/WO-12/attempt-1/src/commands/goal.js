import { formatGoal, goalLine, parseGoal } from "../goal.js";
import { booksOf, readShelf, ShelfError, withGoal, writeShelf } from "../shelf.js";
import { summaryOf } from "../summary.js";

export const goal = {
  usage: "goal YEAR N",
  words: 2,
  options: [],
  required: [],
  run: ({ file, words: [year, books] }) => {
    const shelf = readShelf(file);
    const finished = summaryOf(booksOf(shelf), year).books.length;
    const set = parseGoal(formatGoal({ year, books }));
    if (set === null) throw new ShelfError("a goal is a whole number from 1 to 9999");
    writeShelf(file, withGoal(shelf, set));
    return `${goalLine(set, finished)}\n`;
  },
};
