import { columns } from "../columns.js";
import { booksOf, readShelf, ShelfError } from "../shelf.js";

const STATES = ["unread", "reading", "read"];

export const list = {
  usage: "list [--state STATE] [--by TEXT]",
  words: 0,
  options: ["state", "by"],
  required: [],
  run: ({ file, state, by = "" }) => {
    if (state !== undefined && !STATES.includes(state)) throw new ShelfError("a state is unread, reading or read");
    const books = booksOf(readShelf(file)).map((book, index) => ({ ...book, number: index + 1 }));
    if (books.length === 0) return "The shelf is empty.\n";
    const found = books
      .filter((book) => state === undefined || stateOf(book) === state)
      .filter(({ author }) => author.toLowerCase().includes(by.toLowerCase()));
    if (found.length === 0) return "No book matches.\n";
    return columns(
      found.map((book) => [book.number, book.title, book.author, book.pages, stateOf(book) + stars(book)]),
    );
  },
};

const stateOf = ({ started, finished }) => (finished !== null ? "read" : started !== null ? "reading" : "unread");
const stars = ({ rating }) => (rating === null ? "" : ` ${"*".repeat(rating)}`);
