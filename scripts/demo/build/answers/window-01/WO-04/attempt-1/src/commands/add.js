import { isPages } from "../line.js";
import { booksOf, readShelf, ShelfError, writeShelf } from "../shelf.js";

export const add = {
  usage: "add TITLE --by AUTHOR --pages N",
  words: 1,
  options: ["by", "pages"],
  required: ["by", "pages"],
  run: ({ file, words, by, pages }) => {
    const [title, author] = [lineOf("title", words[0]), lineOf("author", by)];
    if (!isPages(pages)) throw new ShelfError("pages are a whole number from 1 to 99999");
    const shelf = readShelf(file);
    const books = booksOf(shelf);
    const same = books.findIndex((book) => isSame(book.title, title) && isSame(book.author, author));
    if (same !== -1) throw new ShelfError(`${same + 1} is ${books[same].title} by ${books[same].author} already`);
    const book = { title, author, pages: Number(pages), started: null, finished: null, rating: null };
    writeShelf(file, [...shelf, { book }]);
    return `added ${books.length + 1}: ${title} by ${author}\n`;
  },
};

const lineOf = (name, text) => {
  const line = text.trim();
  if (line === "" || /[\r\n]/.test(line)) throw new ShelfError(`the ${name} is one line of text`);
  return line;
};

const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();
