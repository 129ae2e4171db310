import type { LineRange } from "@llmch/languages";
import { namesApart } from "@llmch/text";

/** The terms to look for in a large file, to decide what to show of it. */
export interface Terms {
  /** Words, each with its weight. */
  readonly words: ReadonlyMap<string, number>;
  readonly phrases: readonly string[];
  /** Names of definitions, such as `f` and `Class.f`, split into their parts. */
  readonly names: readonly (readonly string[])[];
}

/** Keeps only words that look like code or are quoted. */
export const ofCode = ({ words, ...others }: Terms): Terms => ({
  words: new Map([...words].filter(([, counts]) => counts === OF_CODE)),
  ...others,
});

/** What is looked for in a file. */
export interface Wanted {
  readonly terms: Terms;
  /** Lines that somebody named, from 1; they come first. */
  readonly named: readonly number[];
  /** Lines that whoever planned the work read for it, from 0. */
  readonly read?: readonly LineRange[];
  /** The most bytes for what nothing names. */
  readonly besides: number;
}

/** A word that looks like code or is quoted counts more than a word of prose. */
const OF_CODE = 4;
/** A complete quoted text counts most. */
export const OF_PHRASE = 8;
const MOST_PHRASES = 50;
/** Short ones too, so that what follows one is not taken for the next. */
const QUOTED = /`([^`\n]{1,200})`|"([^"\n]{1,200})"|'([^'\n]{1,200})'/g;
const LEAST_PHRASE = 3;
export const WORD = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;
const CALLED = /[\p{L}_$][\p{L}\p{N}_$]+\(?/gu;
const QUALIFIED = /(?<![\p{L}_$])[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|#|::|->)[\p{L}_$~][\p{L}\p{N}_$]*)+/gu;
const MOST_NAMES = 200;
const LOOKS_LIKE_CODE = /[_$\p{N}]|\p{Ll}\p{Lu}/u;

/** Collects the words, quoted phrases and names in the texts. */
export const termsOf = (texts: readonly string[]): Terms => {
  const words = new Map<string, number>();
  const phrases = new Set<string>();
  const names = new Set<string>();
  for (const text of texts) {
    const quoted = new Set([...text.matchAll(QUOTED)].map(([, one, two, three]) => one ?? two ?? three ?? ""));
    const quotedWords = new Set([...quoted].flatMap((each) => namesApart(each).match(WORD) ?? []));
    // A word of a quoted sentence names nothing.
    const ticked = new Set([...text.matchAll(QUOTED)].flatMap(([, code = ""]) => namesApart(code).match(WORD) ?? []));
    const spaced = namesApart(text);
    for (const word of spaced.match(WORD) ?? []) {
      const counts = LOOKS_LIKE_CODE.test(word) || quotedWords.has(word) ? OF_CODE : 1;
      words.set(word, Math.max(counts, words.get(word) ?? 0));
    }
    for (const [name] of spaced.matchAll(QUALIFIED)) names.add(name.replace(/#|::|->/g, "."));
    for (const [word] of spaced.replace(QUALIFIED, " ").matchAll(CALLED)) {
      const name = word.replace("(", "");
      if (name !== word || LOOKS_LIKE_CODE.test(name) || quoted.has(name) || ticked.has(name)) names.add(name);
    }
    for (const each of quoted) if (each.length >= LEAST_PHRASE && !words.has(each)) phrases.add(each);
  }
  return {
    words,
    phrases: [...phrases].slice(0, MOST_PHRASES),
    names: [...names].slice(0, MOST_NAMES).map((name) => name.split(".")),
  };
};
