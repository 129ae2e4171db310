import { printable } from "@llmch/contract";
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";

/**
 * Columns that a text without colours takes on a terminal, at most: some draw a cluster of signs as one, others each sign by
 * itself, and nobody can be asked.
 */
export const widthOf = (text: string): number => {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
};

/** Letters of which no terminal makes more than a column, and our own signs: what most lines are made of. */
const NARROW = /^[ -~\u00c0-\u024f\u0391-\u03c9\u0410-\u044f▸…]*$/;

/** Measured once: a view is drawn over and over, with the same few characters. */
const widths = new Map<string, number>();

const widthOfCharacter = (character: string): number => {
  const known = widths.get(character);
  if (known !== undefined) return known;
  if (widths.size > 5000) widths.clear();
  // What makes the sign before it a picture, which may be wider.
  const width = character === "\ufe0f" || character === "\u20e3" ? 1 : stringWidth(character);
  widths.set(character, width);
  return width;
};

/** A line without colours in at most so many columns; `keep` says which end of it matters. */
export const cut = (text: string, width: number, keep: "start" | "end" = "start"): string => {
  if (width <= 0) return "";
  const position = keep === "start" ? "end" : "start";
  let line = text;
  for (let most = width; most > 0 && widthOf(line) > width; most--) line = cliTruncate(text, most, { position });
  return widthOf(line) <= width ? line : "";
};

/** A foreign text as one such line, without what terminals disagree about most. */
export const fit = (text: string, width: number, keep: "start" | "end" = "start"): string => {
  // Of an endless line only so much is looked at.
  const most = Math.max(0, width) * 8;
  const near = keep === "start" ? text.slice(0, most) : text.slice(-most - 1);
  const steady = printable(near).replace(DISPUTED, "");
  const isPart = near.length < text.length;
  return cut(!isPart ? steady : keep === "start" ? `${steady}…` : `…${steady}`, width, keep);
};

/** Joiners and marks of direction, separators of lines, skin tones, halves of characters. */
const DISPUTED = /[\u00ad\u200b-\u200f\u2028\u2029\u2060-\u2064\ufeff]|[\u{1f3fb}-\u{1f3ff}]|[\ud800-\udfff]/gu;

/**
 * Puts fields beside each other, two columns apart, in the order in which they matter: one that does not fit is left out,
 * but the first is cut.
 */
export const fitFields = (fields: readonly string[], width: number): string => {
  const [first = "", ...rest] = fields.filter((field) => field !== "");
  let line = cut(first, width);
  for (const field of rest) {
    const longer = `${line}  ${field}`;
    if (widthOf(longer) <= width) line = longer;
  }
  return line;
};
