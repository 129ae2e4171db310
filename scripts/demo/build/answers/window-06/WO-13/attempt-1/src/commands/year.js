import { columns } from "../columns.js";
import { goalLine } from "../goal.js";
import { booksOf, goalFor, readShelf } from "../shelf.js";
import { headline, MONTHS, summaryOf } from "../summary.js";

export const year = {
  usage: "year YEAR",
  words: 1,
  options: [],
  required: [],
  run: ({ file, words: [asked] }) => {
    const shelf = readShelf(file);
    const summary = summaryOf(booksOf(shelf), asked);
    const goal = goalFor(shelf, asked);
    const rows = summary.months.map((count, at) => [MONTHS[at], "#".repeat(count), count === 0 ? "" : String(count)]);
    const end = goal === undefined ? "" : `\n${goalLine(goal, summary.books.length)}\n`;
    return `${headline(summary)}\n\n${columns(rows)}${end}`;
  },
};
