/** A part of a text, from its first character to just after its last. */
export type Span = readonly [start: number, end: number];

/** Finds many words in one pass, however many there are. */
export interface Finder {
  /**
   * The places of words, in order; overlapping spans are merged. `begun` is the start of the longest unfinished word at the end of the
   * text, or the text's length if there is none.
   */
  find(text: string): { readonly spans: readonly Span[]; readonly begun: number };
}

/** A word may contain line breaks, as base64 often does. */
const isBreak = (unit: number): boolean => unit === 10 || unit === 13;
const LONGEST_BREAK = 2;

/**
 * Builds an Aho-Corasick automaton, so time is linear in the length of any text. States are numbers, 0 is the root, and a state's children
 * form a list, since most have one. Skips words of a single character.
 */
export const createFinder = (sought: readonly string[]): Finder => {
  const words = sought.map((word) => word.replace(/[\r\n]/g, "")).filter((word) => word.length > 1);
  // A word of a hundred thousand characters is a file in a variable: typed arrays are many times faster to build and walk than lists.
  const most = words.reduce((sum, word) => sum + word.length, 1);
  const unitOf = new Uint16Array(most);
  const firstChild = new Int32Array(most);
  const sibling = new Int32Array(most);
  const fail = new Int32Array(most);
  const depth = new Int32Array(most);
  /** The length of the longest word that ends in a state. */
  const ending = new Int32Array(most);
  let states = 1;

  const childOf = (state: number, unit: number): number => {
    let child = firstChild[state] ?? 0;
    while (child !== 0 && unitOf[child] !== unit) child = sibling[child] ?? 0;
    return child;
  };
  const addChild = (state: number, unit: number): number => {
    const child = states++;
    unitOf[child] = unit;
    sibling[child] = firstChild[state] ?? 0;
    depth[child] = (depth[state] ?? 0) + 1;
    firstChild[state] = child;
    return child;
  };
  const step = (from: number, unit: number): number => {
    let state = from;
    for (;;) {
      const child = childOf(state, unit);
      if (child !== 0 || state === 0) return child;
      state = fail[state] ?? 0;
    }
  };

  for (const word of words) {
    let state = 0;
    for (let index = 0; index < word.length; index++) {
      const unit = word.charCodeAt(index);
      state = childOf(state, unit) || addChild(state, unit);
    }
    ending[state] = word.length;
  }
  const queue = new Int32Array(states);
  let queued = 1;
  for (const state of queue) {
    for (let child = firstChild[state] ?? 0; child !== 0; child = sibling[child] ?? 0) {
      if (state !== 0) fail[child] = step(fail[state] ?? 0, unitOf[child] ?? 0);
      ending[child] ||= ending[fail[child] ?? 0] ?? 0;
      queue[queued++] = child;
    }
  }
  const pairs = pairsOf(words);

  return {
    find: (text) => {
      const spans: Span[] = [];
      let state = 0;
      let breaks = 0;
      for (let index = 0; index < text.length; index++) {
        if (state === 0) {
          index = nextBeginning(text, index, pairs);
          state = childOf(0, text.charCodeAt(index));
        } else {
          const unit = text.charCodeAt(index);
          if (!isBreak(unit)) state = step(state, unit);
          else if (++breaks > LONGEST_BREAK) state = 0;
          else continue;
        }
        breaks = 0;
        const length = ending[state] ?? 0;
        if (length > 0) addSpan(spans, [startOf(text, index + 1, length), index + 1]);
      }
      return { spans, begun: startOf(text, text.length, depth[state] ?? 0) };
    },
  };
};

/** Marks the pairs of characters, seven bits of each, that words begin with. This lets the search skip nearly all of a text. */
const pairsOf = (words: readonly string[]): Uint8Array => {
  const pairs = new Uint8Array(1 << 14);
  for (const word of words)
    for (const second of [word.charCodeAt(1), 10, 13]) pairs[pairOf(word.charCodeAt(0), second)] = 1;
  return pairs;
};

const pairOf = (first: number, second: number): number => ((first & 127) << 7) | (second & 127);

/** The next position, from `index` on, where a word may begin; the last character always counts as one. */
const nextBeginning = (text: string, index: number, pairs: Uint8Array): number => {
  const last = text.length - 1;
  let first = text.charCodeAt(index);
  for (let at = index; at < last; at++) {
    const second = text.charCodeAt(at + 1);
    if (pairs[pairOf(first, second)] === 1) return at;
    first = second;
  }
  return last;
};

/** Where the `length` characters that end at `end` begin, not counting line breaks. */
const startOf = (text: string, end: number, length: number): number => {
  let start = end;
  for (let left = length; left > 0 && start > 0; left--) {
    start--;
    while (start > 0 && isBreak(text.charCodeAt(start))) start--;
  }
  return start;
};

const addSpan = (spans: Span[], [start, end]: Span): void => {
  let first = start;
  for (let last = spans.at(-1); last !== undefined && last[1] > first; last = spans.at(-1)) {
    first = Math.min(first, last[0]);
    spans.pop();
  }
  spans.push([first, end]);
};
