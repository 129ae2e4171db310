/** True where the text has a `\n` with no `\r` before it. */
export const hasLoneFeed = (text: string): boolean => /(?:^|[^\r])\n/.test(text);

/** The text with `\r\n` for every `\n` that has no `\r` before it. */
export const withCrlf = (text: string): string => text.replace(/\r?\n/g, "\r\n");

/** True where the place lies between the `\r` and the `\n` of one line end. */
export const splitsLineEnd = (text: string, at: number): boolean => text[at - 1] === "\r" && text[at] === "\n";

/**
 * True where what takes a place's text has to end its lines with CRLF: as the lines of that text end, or, where it ends
 * none, as the line ends on which it stands; the last line of a file ends as the one before it.
 */
export const takesCrlf = (text: string, start: number, end: number): boolean => {
  const own = text.slice(start, end);
  if (own.includes("\n")) return !hasLoneFeed(own);
  const next = text.indexOf("\n", end);
  const feed = next === -1 ? text.lastIndexOf("\n", start) : next;
  return feed > 0 && text[feed - 1] === "\r";
};

/** The number, from 1, of the line that holds the place. */
export const lineAt = (text: string, at: number): number => linesAt(text, [at])[0] ?? 1;

/** The same for places that ascend, in one pass. */
export const linesAt = (text: string, places: readonly number[]): readonly number[] => {
  let line = 1;
  let feed = text.indexOf("\n");
  return places.map((at) => {
    for (; feed !== -1 && feed < at; feed = text.indexOf("\n", feed + 1)) line++;
    return line;
  });
};
