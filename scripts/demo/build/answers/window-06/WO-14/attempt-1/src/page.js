// A year as a page that stands alone.
import { goalLine } from "./goal.js";
import { headline, MONTHS } from "./summary.js";

/** @param {import("./summary.js").Summary} summary @param {import("./goal.js").Goal | undefined} goal */
export const pageOf = (summary, goal) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Books of ${summary.year}</title>
<style>${STYLE}</style>
<h1>Books of ${summary.year}</h1>
<p>${headline(summary)}</p>
${goal === undefined ? "" : `<p>${goalLine(goal, summary.books.length)}</p>\n`}<table>
${summary.months.map((count, at) => `<tr><th>${MONTHS[at]}<td>${"<b></b>".repeat(count)}\n`).join("")}</table>
<ol>
${summary.books.map((book) => `<li>${bookItem(book)}\n`).join("")}</ol>
</html>
`;

const bookItem = ({ title, author, finished, rating }) =>
  `<cite>${escaped(title)}</cite> by ${escaped(author)}, ${finished}${rating === null ? "" : ` ${"★".repeat(rating)}`}`;

const escaped = (text) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

const STYLE =
  "body{font:1rem/1.6 Georgia,serif;max-width:40rem;margin:3rem auto;padding:0 1rem}" +
  "th{text-align:left;padding-right:1rem}b{display:inline-block;width:1.2rem;height:.9rem;margin-right:2px;background:#a63d2f}";
