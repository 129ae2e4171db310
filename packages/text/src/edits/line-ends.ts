/** True if the text has a `\n` with no `\r` before it. */
export const hasLoneFeed = (text: string): boolean => /(?:^|[^\r])\n/.test(text);

/** The text with `\r\n` for every `\n` that has no `\r` before it. */
export const withCrlf = (text: string): string => text.replace(/\r?\n/g, "\r\n");

/** True if the place is between the `\r` and the `\n` of a line ending. */
export const splitsLineEnd = (text: string, at: number): boolean => text[at - 1] === "\r" && text[at] === "\n";

/**
 * True if the replacement for a place must use CRLF. The replaced text decides; if it has no line ending, its line decides. The last line
 * of a file counts as the line before it.
 */
export const takesCrlf = (text: string, start: number, end: number): boolean => {
  const own = text.slice(start, end);
  if (own.includes("\n")) return !hasLoneFeed(own);
  const next = text.indexOf("\n", end);
  const feed = next === -1 ? text.lastIndexOf("\n", start) : next;
  return feed > 0 && text[feed - 1] === "\r";
};

/** The number, from 1, of the line at this position. */
export const lineAt = (text: string, at: number): number => linesAt(text, [at])[0] ?? 1;

/** The same for ascending positions, in one pass. */
export const linesAt = (text: string, places: readonly number[]): readonly number[] => {
  let line = 1;
  let feed = text.indexOf("\n");
  return places.map((at) => {
    for (; feed !== -1 && feed < at; feed = text.indexOf("\n", feed + 1)) line++;
    return line;
  });
};

/**
 * A file's new text with the byte order mark and the line ending that it had, unless the text has its own. Models write neither, and each
 * line would change. Of two line endings, the more frequent one counts.
 */
export const inFormOf = (before: string, text: string): string => {
  const marked = before.startsWith("\ufeff") && !/^(?:\ufeff|$)/.test(text) ? `\ufeff${text}` : text;
  const feeds = before.match(/\r?\n/g) ?? [];
  const isCrlf = feeds.filter((feed) => feed === "\r\n").length * 2 > feeds.length;
  return isCrlf && !text.includes("\r") ? withCrlf(marked) : marked;
};
