import { columns } from "../columns.js";
import { booksOf, readShelf } from "../shelf.js";

export const list = {
  usage: "list",
  words: 0,
  options: [],
  required: [],
  run: ({ file }) => {
    const books = booksOf(readShelf(file));
    if (books.length === 0) return "The shelf is empty.\n";
    return columns(
      books.map((book, index) => [index + 1, book.title, book.author, book.pages, stateOf(book) + stars(book)]),
    );
  },
};

const stateOf = ({ started, finished }) => (finished !== null ? "read" : started !== null ? "reading" : "unread");
const stars = ({ rating }) => (rating === null ? "" : ` ${"*".repeat(rating)}`);
