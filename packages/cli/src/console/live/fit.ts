import { printable } from "@llmch/text";
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";

/**
 * The most columns that a text without colours takes on a terminal: some draw a cluster of characters as one, others each by itself, and
 * there is no way to ask.
 */
export const widthOf = (text: string): number => {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
};

/** Letters that every terminal draws in one column, and our own symbols: most lines hold nothing else. */
const NARROW = /^[ -~\u00c0-\u024f\u0391-\u03c9\u0410-\u044f▸…]*$/;

/** A cache: a view is redrawn over and over with the same few characters. */
const widths = new Map<string, number>();

const widthOfCharacter = (character: string): number => {
  const known = widths.get(character);
  if (known !== undefined) return known;
  if (widths.size > 5000) widths.clear();
  // These turn the character before them into a picture, which may be wider.
  const width = character === "\ufe0f" || character === "\u20e3" ? 1 : stringWidth(character);
  widths.set(character, width);
  return width;
};

/** Cuts a line without colours to at most `width` columns; `keep` says which end of it matters. */
export const cut = (text: string, width: number, keep: "start" | "end" = "start"): string => {
  if (width <= 0) return "";
  const position = keep === "start" ? "end" : "start";
  let line = text;
  for (let most = width; most > 0 && widthOf(line) > width; most--) line = cliTruncate(text, most, { position });
  return widthOf(line) <= width ? line : "";
};

/** The same for foreign text, without the characters that terminals disagree about most. */
export const fit = (text: string, width: number, keep: "start" | "end" = "start"): string => {
  // Look at only part of an endless line.
  const most = Math.max(0, width) * 8;
  const near = keep === "start" ? text.slice(0, most) : text.slice(-most - 1);
  const steady = printable(near).replace(DISPUTED, "");
  const isPart = near.length < text.length;
  return cut(!isPart ? steady : keep === "start" ? `${steady}…` : `…${steady}`, width, keep);
};

/** Joiners, direction marks, line separators, skin tones, lone surrogates. */
const DISPUTED = /[\u00ad\u200b-\u200f\u2028\u2029\u2060-\u2064\ufeff]|[\u{1f3fb}-\u{1f3ff}]|[\ud800-\udfff]/gu;

/** Puts fields side by side, two columns apart, in order of importance. Leaves out a field that does not fit, but cuts the first. */
export const fitFields = (fields: readonly string[], width: number): string => {
  const [first = "", ...rest] = fields.filter((field) => field !== "");
  let line = cut(first, width);
  for (const field of rest) {
    const longer = `${line}  ${field}`;
    if (widthOf(longer) <= width) line = longer;
  }
  return line;
};
