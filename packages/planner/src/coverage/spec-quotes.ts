import { isUnspaced, lastAtMost, wordsTogether } from "@llmch/text";
import { sentencesIn } from "./sentence-ends.ts";
import type { SpecSentence } from "./spec-sentences.ts";

/** Finds quotes in a spec. */
export interface SpecQuotes {
  /** The numbers of the sentences that contain the quote or are contained in it; null if the spec does not have it. */
  find(quote: string): readonly number[] | null;
}

/** A spec's sentences, prepared for finding quotes: white space, list marks and markdown emphasis make no difference. */
export const specQuotes = (sentences: readonly SpecSentence[]): SpecQuotes => {
  const texts = sentences.map(({ text }) => folded(text));
  const starts: number[] = [];
  const parts: string[] = [];
  let [length, before] = [0, ""];
  for (const text of texts) {
    const gap = text === "" ? "" : gapBetween(before, text);
    starts.push(length + gap.length);
    length += gap.length + text.length;
    parts.push(gap, text);
    if (text !== "") before = text;
  }
  const whole = parts.join("");

  const places = (quote: string): readonly number[] | null => {
    const found = new Set<number>();
    let isThere = false;
    let looks = 0;
    const fewest = /[\p{sc=Han}\p{scx=Hira}]/u.test(quote) ? FEWEST_WIDE : FEWEST_CHARACTERS;
    for (let at = whole.indexOf(quote); at !== -1 && looks < MOST_PLACES; at = whole.indexOf(quote, at + 1), looks++) {
      const end = at + quote.length;
      if (isInsideWord(whole, at) || isInsideWord(whole, end)) continue;
      isThere = true;
      for (let number = lastAtMost(starts, at); number < texts.length && (starts[number] ?? end) < end; number++) {
        const start = starts[number] ?? 0;
        const size = texts[number]?.length ?? 0;
        const shared = Math.min(end, start + size) - Math.max(at, start);
        if (size > 0 && shared >= Math.min(size, fewest)) found.add(number);
      }
    }
    return isThere ? [...found] : null;
  };

  /** Finds a quote of several parts if the spec has each of them. */
  const placesOfAll = (parts: readonly string[]): readonly number[] | null => {
    if (parts.length < 2 || parts.length > MOST_PARTS) return null;
    const each = parts
      .map(folded)
      .filter((part) => part !== "")
      .map(places);
    const found = each.flatMap((numbers) => numbers ?? []);
    return each.includes(null) ? null : found;
  };
  return {
    find: (quote) => {
      const text = folded(quote);
      if (text === "") return null;
      return (
        places(text) ??
        (/(?:[.;:,；：，、]|[^\P{Sentence_Terminal}!?])$/u.test(text) ? places(text.slice(0, -1)) : null) ??
        placesOfAll(quote.split(/\s*(?:…|\.\.\.)\s*/)) ??
        placesOfAll(sentencesIn(quote))
      );
    },
  };
};

/** A text that occurs more often identifies no place. */
const MOST_PLACES = 2_000;
const MOST_PARTS = 200;

/** A shorter part of a sentence does not show that the sentence is meant. */
const FEWEST_CHARACTERS = 8;
/** Of scripts in which a character says more. */
const FEWEST_WIDE = 4;

/** A text in the form in which quotes are compared: on one line, without markdown or list marks, with straight quotes. */
export const folded = (text: string): string =>
  wordsTogether(
    text
      .replace(/(?<!\S)\[[ xX]\](?!\S)/g, "")
      .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
      .replace(/\\(?=[^\w\s])|[`*]/g, "")
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
      .split(/[\s|]+/)
      .filter((word, index, all) => /[^-+•#>=~:]/.test(word) && !isNumber(word, all[index - 1]))
      .join(" "),
  );

/** The number of a list's item. */
const isNumber = (word: string, before = "."): boolean => /^\(?\d{1,3}[.)]$/.test(word) && /[.:;]$/.test(before);

const isInsideWord = (text: string, at: number): boolean =>
  [text.charAt(at - 1), text.charAt(at)].every((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter) && !isUnspaced(letter));

/** What stands between two sentences of a spec. */
const gapBetween = (before: string, after: string): string =>
  wordsTogether(`${before.slice(-2)} ${after.slice(0, 2)}`)
    .trim()
    .includes(" ")
    ? " "
    : "";
