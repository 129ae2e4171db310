// How many books are to be finished in a year, as a line of the file.

/** @typedef {{ year: string, books: number }} Goal */

/** @param {Goal} goal */
export const formatGoal = ({ year, books }) => `goal ${year} = ${books}`;

/** @returns {Goal | null} null if the line is no goal */
export const parseGoal = (line) => {
  const [, year, books] = /^goal (\d{4}) = ([1-9]\d{0,3})$/.exec(line.trim()) ?? [];
  return year === undefined ? null : { year, books: Number(books) };
};

/** "2026: 1 of 12 books, 11 to go", or "2026: 12 of 12 books, reached" @param {Goal} goal */
export const goalLine = ({ year, books }, finished) => {
  const rest = finished < books ? `${books - finished} to go` : "reached";
  return `${year}: ${finished} of ${books} ${books === 1 ? "book" : "books"}, ${rest}`;
};
