import { lastAtMost } from "./last-at-most.ts";
import { createFinder, type Finder, type Span } from "./redact-finder.ts";

/**
 * A character written as its code, however often a backslash was escaped: `\u0073`, `\u{73}`, `\x73`, `\163`, `%73`, `&#115;`, `&#x73;`.
 */
const ESCAPE =
  /\\{1,8}(?:u([0-9a-f]{4})|u\{0{0,4}([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([0-3][0-7]{2}))|%([0-9a-f]{2})|&#0{0,4}(?:(\d{1,7})|x([0-9a-f]{1,6}));/gi;
/** The start of an escape at the end of a text. */
const BEGUN =
  /(?:\\{1,8}(?:u(?:[0-9a-f]{0,3}|\{[0-9a-f]{0,10})|x[0-9a-f]?|[0-3][0-7]?)?|%[0-9a-f]?|&(?:#(?:\d{0,11}|x[0-9a-f]{0,10})?)?)$/i;
/** Longer than any escape. */
const LONGEST = 24;

/** Finds the words, even if some of their characters are written as escapes. */
export const createEscapeFinder = (words: readonly string[]): Finder => {
  const finder = createFinder(words);
  let reading: Finder | undefined;
  const readingFinder = () => {
    // Decoding also changes a word that contains what looks like an escape.
    reading ??= createFinder([...new Set([...words, ...words.map((word) => unescaped(word).text)])]);
    return reading;
  };
  return { find: (text) => findIn(text, finder, readingFinder) };
};

const findIn = (text: string, finder: Finder, reading: () => Finder): ReturnType<Finder["find"]> => {
  const plain = finder.find(text);
  const cut = text.length - (BEGUN.exec(text.slice(-LONGEST))?.[0].length ?? 0);
  if (cut === text.length && text.search(ESCAPE) === -1) return plain;
  const read = unescaped(text.slice(0, cut));
  const inner = reading().find(read.text);
  const spans = inner.spans.map(([start, end]): Span => [read.place(start), read.place(end)]);
  return {
    spans: [...plain.spans, ...spans].sort(([a], [b]) => a - b),
    begun: Math.min(plain.begun, read.place(inner.begun)),
  };
};

interface Unescaped {
  readonly text: string;
  /** The position in the original text. */
  place(index: number): number;
}

const unescaped = (text: string): Unescaped => {
  const parts: string[] = [];
  /** Matching positions in the two texts, ascending. */
  const read = [0];
  const written = [0];
  let length = 0;
  let end = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const character = characterOf(match);
    const before = text.slice(end, match.index);
    parts.push(before, character);
    length += before.length;
    read.push(length, length + character.length);
    end = match.index + match[0].length;
    written.push(match.index, end);
    length += character.length;
  }
  parts.push(text.slice(end));
  return {
    text: parts.join(""),
    place: (index) => {
      const at = lastAtMost(read, index);
      return (written[at] ?? 0) + index - (read[at] ?? 0);
    },
  };
};

const characterOf = ([, four, braced, two, octal, percent, decimal, hexadecimal]: RegExpMatchArray): string => {
  const hex = four ?? braced ?? two ?? percent ?? hexadecimal;
  const code = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(octal ?? decimal ?? "", octal ? 8 : 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
};
