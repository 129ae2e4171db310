import { namesApart } from "@llmch/contract";

/** What a spec is about, judged by its words. */
export interface SpecTerms {
  /** How surely the spec refers to something with that name, from 0. At least `NAMED` if it writes the name itself. */
  readonly weightOf: (name: string) => number;
  /** True if the spec writes `Class.method`. */
  readonly isMember: (type: string, member: string) => boolean;
  /** The stems of the words that a text shares with the spec. */
  readonly sharedWith: (text: string) => ReadonlySet<string>;
  /** How often the spec has a word with that stem. */
  readonly countOf: (stem: string) => number;
  /** Every spelling under which a definition that the spec names may be found. */
  readonly spellings: readonly string[];
}

/** The spec names something by an ordinary word, in any case or number. */
export const NAMED = 3;
/** It writes the name as code. */
const AS_CODE = 8;
const AS_NAME = 5;
/** A part of a longer name is a word of the spec. */
const OF_PART = 1;

/** Every type has one, so the name alone says nothing. */
export const CONSTRUCTOR = /^(?:__init__|constructor|new)$/;

/** A longer spec says at its beginning what it is about. */
const READ_CHARACTERS = 200_000;
const QUALIFIED = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g;
/** Signs of code inside a word: `make_context`, `helpGroup`, `HTTPServer`. */
const LOOKS_LIKE_CODE = /_|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu;

/** Words that say nothing about the subject. */
const COMMON = new Set(
  `about above after again also always another any are because been before being below between both but can cannot could does
  each either else even every example first following for from given has have how into its itself just keep let like line made
  make makes many may means more most must name never new none not nothing now old one only other others our out over own same
  says shall should since some such take than that the their them then there these they this those through too two under until
  upon use used user uses using value values was way well were what when where whether which while who whole why will with
  without work would you your function method class code file files test tests python javascript typescript string true false
  null none return returns self add added adds set sets get gets list type types int bool str number support supports`.split(
    /\s+/,
  ),
);

const SUFFIXES = [
  "ations",
  "ation",
  "ating",
  "ated",
  "ates",
  "ate",
  "ions",
  "ion",
  "ings",
  "ing",
  "ies",
  "ed",
  "es",
  "s",
  "y",
  "e",
];
const SHORTEST_STEM = 4;

/** A word without its suffix, so that `deprecated` and `deprecation` are equal. */
export const stemOf = (word: string): string => {
  const lower = word.toLowerCase();
  const ending = SUFFIXES.find((suffix) => lower.endsWith(suffix) && lower.length - suffix.length >= SHORTEST_STEM);
  return ending === undefined ? lower : lower.slice(0, -ending.length);
};

/** The stems of the meaningful words in a name: `get_help_option` gives help and option. */
const partsOf = (name: string): readonly string[] =>
  (name.match(PART) ?? []).filter((part) => part.length >= 3 && !COMMON.has(part.toLowerCase())).map(stemOf);

/** Reads the names in a spec. Takes linear time. */
export const specTerms = (spec: string): SpecTerms => {
  const text = namesApart(spec.slice(0, READ_CHARACTERS));
  const names = new Map<string, number>();
  const members = new Set<string>();
  const stems = new Map<string, number>();
  const note = (name: string, weight: number) => names.set(name, Math.max(names.get(name) ?? 0, weight));
  const read = (words: string, isCode: boolean) => {
    for (const [found] of words.matchAll(QUALIFIED)) {
      const parts = found.split(/\.|::|#/);
      for (const [index, part] of parts.entries()) {
        if (part.length < 3) continue;
        if (index > 0) members.add(`${parts[index - 1]}.${part}`);
        const isName = !COMMON.has(part.toLowerCase()) && !CONSTRUCTOR.test(part);
        if (isName) {
          const weight = isCode || LOOKS_LIKE_CODE.test(part) ? AS_CODE : /^\p{Lu}/u.test(part) ? AS_NAME : NAMED;
          note(part, weight);
        }
        for (const stem of partsOf(part)) stems.set(stem, (stems.get(stem) ?? 0) + 1);
      }
    }
  };
  for (const [code] of text.matchAll(CODE)) read(code, true);
  read(text.replace(CODE, " "), false);
  const byStem = new Map<string, number>();
  for (const [name, weight] of names) {
    const stem = stemOf(name);
    byStem.set(stem, Math.max(byStem.get(stem) ?? 0, Math.min(weight, NAMED)));
  }
  const weightOf = (name: string): number => {
    const exact = names.get(name);
    if (exact !== undefined) return exact;
    if (name.length < 3 || COMMON.has(name.toLowerCase()) || CONSTRUCTOR.test(name)) return 0;
    const same = byStem.get(stemOf(name));
    if (same !== undefined) return same;
    const parts = partsOf(name);
    const shared = parts.filter((part) => stems.has(part)).length;
    return parts.length === 0 ? 0 : (OF_PART * shared * shared) / parts.length;
  };
  return {
    weightOf,
    isMember: (type, member) => members.has(`${type}.${member}`),
    sharedWith: (words) => new Set(partsOf(words).filter((part) => stems.has(part))),
    countOf: (stem) => stems.get(stem) ?? 0,
    spellings: [...new Set([...names.keys()].flatMap(spellingsOf))],
  };
};

const spellingsOf = (name: string): readonly string[] => {
  const single = name.replace(/s$/, "");
  return [name, single, capital(name), capital(single)];
};
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
