import { wordsApart } from "@llmch/text";

/** The words of a text in any script, in order. */
export const textWords = (text: string): readonly string[] =>
  wordsApart(text)
    .split(/\s+/)
    .filter((word) => word !== "");

/**
 * A word for comparing messages: a name, number, path, letter or quoted value matches any other, so `line 3: "9:00" is not a time` equals
 * `line 1: "24:01" is not a time`.
 */
export const messageWord = (word: string): string => {
  const bare = word.replace(/^[("'`[{「]+|(?:[)\]}"'`.,;:!?|，：；」]|\p{Sentence_Terminal})+$/gu, "");
  return PLAIN.test(bare) ? bare : ANY;
};

export const messageWords = (text: string): readonly string[] => textWords(text).map(messageWord);

const PLAIN = /^(?:\p{Ll}[\p{L}'’-]+|\p{Lo}[\p{L}\p{M}'’-]*)$/u;
const ANY = "#";

export const isPlain = (word: string): boolean => word !== ANY;

/** True if the words occur consecutively in the others. */
export const standsIn = (words: readonly string[], others: readonly string[]): boolean =>
  others.some((_, start) => words.every((word, index) => others[start + index] === word));
