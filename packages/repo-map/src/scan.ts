import type { Language } from "./languages/language.ts";

/** The names in a text, found without parsing. Names are 32-bit hashes; a collision does no harm. */
export interface ScannedText {
  readonly defines: readonly number[];
  readonly mentions: readonly number[];
}

/** How much of a text is scanned; beyond that, only lines that begin with a definition. */
const SCANNED_CHARACTERS = 16_000;
/** The most names to keep from a text, first ones first. More than this is defined by nobody by hand. */
const MOST_DEFINED = 5_000;
const MOST_MENTIONED = 256;
/** Shorter names do not identify a file. */
const SHORTEST = 3;

/**
 * The names that a text defines, judged by the preceding words and the layout, and those that its beginning mentions. Takes linear time.
 * Treats comments and literals as code.
 */
export const scanText = (text: string, language: Language): ScannedText => {
  const { isKeyword, calls, indented, seed } = rulesOf(language);
  const [defines, mentions] = [new Set<number>(), new Set<number>()];
  const end = Math.min(text.length, SCANNED_CHARACTERS);
  met.fill(0);
  let afterKeyword = false;
  let isAtMargin = true;
  let mayCall = calls;
  for (let index = 0; index < end; ) {
    const unit = text.charCodeAt(index);
    const part = partOf(unit);
    if (part !== BEGINS) {
      if (part === ENDS_LINE) {
        isAtMargin = partOf(text.charCodeAt(index + 1)) === BEGINS;
        mayCall = calls && isAtMargin;
      }
      if (part !== BETWEEN) afterKeyword = false;
      index += 1;
      continue;
    }
    const start = index;
    let hash = step(seed, unit);
    for (index += 1; index < end; index++) {
      const next = text.charCodeAt(index);
      if (!isOfName(next)) break;
      hash = step(hash, next);
    }
    const name = hash | 0;
    if (isKeyword(name)) {
      afterKeyword = isAtMargin || indented;
      continue;
    }
    const isCalled = mayCall && text.charCodeAt(index) === OPENING;
    if (isCalled) mayCall = false;
    if (index - start >= SHORTEST) {
      if ((afterKeyword || isCalled) && defines.size < MOST_DEFINED) defines.add(name);
      else if (met[name & LAST_PLACE] !== name && mentions.size < MOST_MENTIONED) {
        met[name & LAST_PLACE] = name;
        mentions.add(name);
      }
    }
    afterKeyword = false;
  }
  if (end < text.length) skim(text, end, rulesOf(language), defines);
  return { defines: [...defines], mentions: [...mentions] };
};

/** The most words on a line before a definition's name, including its keyword. */
const MOST_WORDS_BEFORE = 5;

/** Adds the names that lines define after an index. Examines only the first words of each line. */
const skim = (text: string, from: number, { isKeyword, indented, seed }: Rules, defines: Set<number>): void => {
  const end = text.length;
  for (let line = text.indexOf("\n", from); line !== -1 && line < end; line = text.indexOf("\n", line + 1)) {
    if (defines.size >= MOST_DEFINED) return;
    let index = line + 1;
    if (indented) while (partOf(text.charCodeAt(index)) === BETWEEN) index += 1;
    let isDefined = false;
    for (let word = 0; word <= MOST_WORDS_BEFORE && partOf(text.charCodeAt(index)) === BEGINS; word++) {
      const start = index;
      let hash = seed;
      for (; index < end && isOfName(text.charCodeAt(index)); index++) hash = step(hash, text.charCodeAt(index));
      const name = hash | 0;
      if (isDefined) {
        if (index - start >= SHORTEST) defines.add(name);
        break;
      }
      isDefined = isKeyword(name);
      while (partOf(text.charCodeAt(index)) === BETWEEN) index += 1;
    }
  }
};

const isOfName = (unit: number): boolean => unit >= 128 || PARTS[unit] === BEGINS || PARTS[unit] === GOES_ON;

/** Names that this text already mentioned, unless another took their slot: most names occur again and again. */
const met = new Int32Array(1024);
const LAST_PLACE = met.length - 1;

/** A name's hash within a language family (FNV-1a). */
export const nameHash = (name: string, family: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < family.length; index++) hash = step(hash, family.charCodeAt(index));
  for (let index = 0; index < name.length; index++) hash = step(hash, name.charCodeAt(index));
  return hash | 0;
};

const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

const OPENING = 40;

/** The role of a code unit in names. A star may also separate a keyword from a name, as in `function*`. */
const [OTHER, BEGINS, GOES_ON, ENDS_LINE, BETWEEN] = [0, 1, 2, 3, 4];
const PARTS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const text = String.fromCharCode(unit);
  if (/[A-Za-z_$]/.test(text)) return BEGINS;
  if (/\d/.test(text)) return GOES_ON;
  return text === "\n" ? ENDS_LINE : /[ \t*]/.test(text) ? BETWEEN : OTHER;
});
/** All non-ASCII characters count as letters of names. */
const partOf = (unit: number): number => (unit < 128 ? (PARTS[unit] ?? OTHER) : unit >= 128 ? BEGINS : OTHER);

interface Rules {
  readonly isKeyword: (name: number) => boolean;
  readonly indented: boolean;
  readonly calls: boolean;
  /** The hash of an empty name. */
  readonly seed: number;
}

const made = new Map<Language, Rules>();

const rulesOf = (language: Language): Rules => {
  const known = made.get(language);
  if (known !== undefined) return known;
  const { keywords, indented, calls } = language.definitions;
  const hashes = new Set(keywords.map((word) => nameHash(word, language.family)));
  // Eight bits suffice to tell most names from keywords.
  const bits = new Uint8Array(256);
  for (const hash of hashes) bits[hash & 255] = 1;
  const isKeyword = (name: number) => bits[name & 255] === 1 && hashes.has(name);
  const rules = { isKeyword, indented, calls, seed: nameHash("", language.family) };
  made.set(language, rules);
  return rules;
};
