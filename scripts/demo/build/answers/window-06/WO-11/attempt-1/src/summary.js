// What a year of reading came to.
import { ShelfError } from "./shelf.js";

export const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** @typedef {{ year: string, books: import("./line.js").Book[], pages: number, average: number | null, months: number[] }} Summary */

/** The books finished in a year, by the day they were finished. @returns {Summary} */
export const summaryOf = (books, year) => {
  if (!/^\d{4}$/.test(year)) throw new ShelfError(`no such year: ${year}`);
  const finished = books
    .filter((book) => book.finished?.startsWith(`${year}-`))
    .sort((one, other) => (one.finished < other.finished ? -1 : Number(one.finished > other.finished)));
  const ratings = finished.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  const months = Array(12).fill(0);
  for (const book of finished) months[Number(book.finished.slice(5, 7)) - 1] += 1;
  return {
    ...{ year, books: finished, months, pages: sum(finished.map(({ pages }) => pages)) },
    average: ratings.length === 0 ? null : sum(ratings) / ratings.length,
  };
};

/** "2026: 3 books, 1,032 pages, rated 4.5 on average" @param {Summary} summary */
export const headline = ({ year, books, pages, average }) =>
  [
    `${year}: ${counted(books.length, "book")}`,
    counted(pages, "page"),
    ...(average === null ? [] : [`rated ${average.toFixed(1)} on average`]),
  ].join(", ");

/** "2026: 3 books": "1 book" is singular, and thousands have a comma. */
export const counted = (count, noun) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
