// A book as a line of the file.
const MOST_PAGES = 99_999;

/** @typedef {{ title: string, author: string, pages: number, started: string | null, finished: string | null, rating: number | null }} Book */

/** @param {Book} book */
export const formatLine = ({ title, author, pages, started, finished, rating }) =>
  [title, author, pages, started ?? "", finished ?? "", rating ?? ""].join(" | ").trimEnd();

/** Reads a book; null if the line is none. @returns {Book | null} */
export const parseLine = (line) => {
  const fields = line.split("|").map((field) => field.trim());
  const [title, author, pages, started, finished, rating] = fields;
  if (fields.length !== 6 || title === "" || author === "") return null;
  if (!isPages(pages) || !isDayOrEmpty(started) || !isDayOrEmpty(finished)) return null;
  if (rating !== "" && !isRating(rating)) return null;
  if (finished !== "" && (started === "" || finished < started)) return null;
  if (rating !== "" && finished === "") return null;
  return {
    ...{ title, author, pages: Number(pages) },
    ...{ started: started || null, finished: finished || null, rating: rating === "" ? null : Number(rating) },
  };
};

export const isPages = (text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MOST_PAGES;

export const isRating = (text) => /^[1-5]$/.test(text);

/** True for a day of the calendar, such as 2026-02-28. */
export const isDay = (text) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

const isDayOrEmpty = (text) => text === "" || isDay(text);
