import type { Language } from "./languages/language.ts";

/** What a text says about names, without being parsed. Names are hashes of 32 bits: that two share one does no harm. */
export interface ScannedText {
  readonly defines: readonly number[];
  readonly mentions: readonly number[];
}

/** As much of a text as is looked at. */
const SCANNED_CHARACTERS = 32_000;
/** Most names that are kept of a text, the first ones. */
const MOST_DEFINED = 64;
const MOST_MENTIONED = 256;
/** Shorter names are of no one file. */
const SHORTEST = 3;

/**
 * The names that a text defines, as far as words in front of them and the layout tell, and all that it mentions. Takes linear
 * time and reads the beginning alone; comments and literals are read as the rest.
 */
export const scanText = (text: string, language: Language): ScannedText => {
  const { keywords, calls, indented } = rulesOf(language);
  const [defines, mentions] = [new Set<number>(), new Set<number>()];
  const seed = nameHash("", language.family);
  const end = Math.min(text.length, SCANNED_CHARACTERS);
  let afterKeyword = false;
  let isAtMargin = true;
  let mayCall = calls;
  for (let index = 0; index < end; ) {
    const unit = text.charCodeAt(index);
    if (!startsName(unit)) {
      if (unit === NEWLINE) {
        const next = text.charCodeAt(index + 1);
        isAtMargin = startsName(next);
        mayCall = calls && isAtMargin;
        afterKeyword = false;
      } else if (!isBetween(unit)) afterKeyword = false;
      index += 1;
      continue;
    }
    const start = index;
    let hash = seed;
    do hash = step(hash, text.charCodeAt(index++));
    while (index < end && continuesName(text.charCodeAt(index)));
    const name = hash | 0;
    if (keywords.has(name)) {
      afterKeyword = isAtMargin || indented;
      continue;
    }
    const isCalled = mayCall && text.charCodeAt(index) === OPENING;
    if (isCalled) mayCall = false;
    if (index - start >= SHORTEST) {
      if ((afterKeyword || isCalled) && defines.size < MOST_DEFINED) defines.add(name);
      else if (mentions.size < MOST_MENTIONED) mentions.add(name);
    }
    afterKeyword = false;
  }
  return { defines: [...defines], mentions: [...mentions] };
};

/** A name's hash, as texts of a family of languages give it (FNV-1a). */
export const nameHash = (name: string, family: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < family.length; index++) hash = step(hash, family.charCodeAt(index));
  for (let index = 0; index < name.length; index++) hash = step(hash, name.charCodeAt(index));
  return hash | 0;
};

const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

const NEWLINE = 10;
const OPENING = 40;

/** What each unit of ASCII is in a name: 1 begins one, 2 goes on with one. */
const IN_NAME = Uint8Array.from({ length: 128 }, (_, unit) => {
  const text = String.fromCharCode(unit);
  return /[A-Za-z_$]/.test(text) ? 1 : /\d/.test(text) ? 2 : 0;
});
const startsName = (unit: number): boolean => (unit < 128 ? IN_NAME[unit] === 1 : unit >= 0xaa);
const continuesName = (unit: number): boolean => (unit < 128 ? IN_NAME[unit] !== 0 : unit >= 0xaa);
/** White space, and the star of `function*`. */
const isBetween = (unit: number): boolean => unit === 32 || unit === 9 || unit === 42;

interface Rules {
  readonly keywords: ReadonlySet<number>;
  readonly indented: boolean;
  readonly calls: boolean;
}

const made = new Map<Language, Rules>();

const rulesOf = (language: Language): Rules => {
  const { keywords, indented, calls } = language.definitions;
  const hashes = () => new Set(keywords.map((word) => nameHash(word, language.family)));
  const rules = made.get(language) ?? { keywords: hashes(), indented, calls };
  made.set(language, rules);
  return rules;
};
