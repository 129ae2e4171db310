// What happens to a book, on days that the user names.
import { isDay, isRating } from "./line.js";
import { ShelfError } from "./shelf.js";

/** @param {import("./line.js").Book} book */
export const startBook = (book, day) => {
  refuseUnlessDay(day);
  if (book.finished !== null) throw new ShelfError(`${book.title} is finished already`);
  if (book.started !== null) throw new ShelfError(`${book.title} is started already`);
  return { ...book, started: day };
};

/** @param {import("./line.js").Book} book @param {string | undefined} rating as the user typed it */
export const finishBook = (book, day, rating) => {
  refuseUnlessDay(day);
  if (rating !== undefined && !isRating(rating)) throw new ShelfError("a rating is a whole number from 1 to 5");
  if (book.finished !== null) throw new ShelfError(`${book.title} is finished already`);
  if (book.started === null) throw new ShelfError(`${book.title} is not started`);
  if (day < book.started) throw new ShelfError(`${book.title} was started on ${book.started}`);
  return { ...book, finished: day, rating: rating === undefined ? null : Number(rating) };
};

/** The days that a finished book took; the first and the last both count. */
export const daysOf = ({ started, finished }) => (Date.parse(finished) - Date.parse(started)) / 86_400_000 + 1;

const refuseUnlessDay = (day) => {
  if (!isDay(day)) throw new ShelfError(`no such day: ${day}`);
};
