/**
 * A text's words for comparing messages: a name, number, path, letter or quoted value matches any other, so `line 3: "9:00" is not a time`
 * equals `line 1: "24:01" is not a time`.
 */
export const messageWords = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => {
      const bare = word.replace(/^[("'`[{]+|[)\]}"'`.,;:!?|]+$/g, "");
      return PLAIN.test(bare) ? bare : ANY;
    });

const PLAIN = /^\p{Ll}[\p{L}'’-]+$/u;
const ANY = "#";

export const isPlain = (word: string): boolean => word !== ANY;

/** True if the words occur consecutively in the others. */
export const standsIn = (words: readonly string[], others: readonly string[]): boolean =>
  others.some((_, start) => words.every((word, index) => others[start + index] === word));
