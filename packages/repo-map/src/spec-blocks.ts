import { utf8Length } from "@llmch/contract";
import type { Definition } from "@llmch/languages";
import type { Room } from "./quoted-lines.ts";
import { CONSTRUCTOR, NAMED, type SpecTerms } from "./spec-terms.ts";

/** A definition or a test in a text, from its first line to its last, from 0. */
export interface Block {
  readonly name: string;
  /** The name of the enclosing definition; null if there is none. */
  readonly type: string | null;
  readonly kind: "type" | "function" | "test";
  readonly first: number;
  readonly last: number;
  /** The line of its name. */
  readonly head: number;
}

/** A definition as a block; none for a value. */
export const blockOf = ({ name, container, kind, first, last, line }: Definition): readonly Block[] =>
  kind === "value"
    ? []
    : [{ name, type: container.at(-1) ?? null, kind: kind === "type" ? "type" : "function", first, last, head: line }];

/** A text with the places of its definitions. */
export interface Outlined {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** A block that may be shown, and how strongly the spec refers to it. */
export interface WeighedBlock {
  readonly path: string;
  readonly weight: number;
  readonly lines: readonly number[];
}

/** The spec writes `Class.method`. */
const OF_MEMBER = 20;
/** A type with at most this many lines is shown whole. */
const SMALL_TYPE = 40;
const MOST_TEST_LINES = 80;

/**
 * What a spec refers to in a text: functions and methods, and small types. Of a larger type, only the head, the constructor and the methods
 * with words of the spec.
 */
export const blocksOfSpec = (texts: readonly Outlined[], terms: SpecTerms): readonly WeighedBlock[] =>
  texts.flatMap(({ path, blocks }) =>
    blocks.flatMap((block): readonly WeighedBlock[] => {
      const { name, type, kind, first, last, head } = block;
      if (kind === "test") return [];
      const own = terms.weightOf(name);
      if (kind === "type") {
        if (own < NAMED) return [];
        const isSmall = last - first < SMALL_TYPE;
        return [{ path, weight: own + 1, lines: range(first, isSmall ? last : Math.min(head, first + SMALL_TYPE)) }];
      }
      const ofType = type === null ? 0 : terms.weightOf(type);
      const isMeant = type !== null && terms.isMember(type, name);
      // A constructor shows what its type is.
      const isMade = ofType >= NAMED && (CONSTRUCTOR.test(name) || name === type);
      const weight = (isMeant ? OF_MEMBER : isMade ? NAMED : own) + (own >= 1 || isMade ? ofType : 0);
      return weight < NAMED ? [] : [{ path, weight, lines: range(first, last) }];
    }),
  );

/** Names that a runner takes for tests rather than helpers. */
const TEST_NAME = /test|should/i;
/** A word that occurs this often is the subject of the spec. */
const OFTEN = 6;

/**
 * The tests in some texts that share the most words with a spec, without overlong tests. A word counts more if it is more frequent in the
 * spec and occurs in fewer tests; one in the test's name counts twice.
 */
export const testsOfSpec = (texts: readonly Outlined[], terms: SpecTerms): readonly WeighedBlock[] => {
  const tests = texts.flatMap(({ path, text, blocks }) => {
    const lines = text.split("\n");
    return blocks
      .filter(
        ({ name, type, kind }) => kind === "test" || (kind === "function" && (type === null || TEST_NAME.test(name))),
      )
      .filter(({ first, last }) => last - first < MOST_TEST_LINES)
      .map(({ name, first, last }) => {
        const words = terms.sharedWith(lines.slice(first, last + 1).join("\n"));
        return { path, lines: range(first, last), words, named: terms.sharedWith(name) };
      });
  });
  const counts = new Map<string, number>();
  for (const { words } of tests) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const tellsOf = (word: string) => Math.min(terms.countOf(word), OFTEN) / Math.sqrt(counts.get(word) ?? 1);
  const tells = (words: ReadonlySet<string>) => [...words].reduce((sum, word) => sum + tellsOf(word), 0);
  return tests
    .filter(({ words }) => words.size > 1)
    .map(({ path, lines, words, named }) => ({ path, lines, weight: tells(words) + tells(named) }));
};

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The line that marks a gap. */
const GAP = "…";
/** The shown lines of one file, with marks for the gaps. */
export interface ShownBlocks {
  readonly path: string;
  readonly lines: readonly string[];
}

/**
 * The blocks that fit, the heaviest first; each whole or not at all. They come file by file, in text order.
 * @param around the bytes that a file takes besides its lines
 */
export const fittingBlocks = (
  blocks: readonly WeighedBlock[],
  texts: ReadonlyMap<string, string>,
  room: Room,
  around: (path: string) => number,
): readonly ShownBlocks[] => {
  const all = new Map(
    [...texts].map(([path, text]) => [path, text.split("\n").map((line) => line.replace(/\r$/, ""))]),
  );
  const shown = new Map<string, Set<number>>();
  let rest = room;
  for (const { path, lines } of [...blocks].sort((a, b) => b.weight - a.weight)) {
    const source = all.get(path) ?? [];
    const taken = shown.get(path);
    const more = lines.filter((line) => taken?.has(line) !== true);
    const bytes = more.reduce((sum, line) => sum + utf8Length(source[line] ?? "") + 1, 2 * (utf8Length(GAP) + 1));
    const cost = bytes + (taken === undefined ? around(path) : 0);
    if (cost > rest) continue;
    rest -= cost;
    shown.set(path, new Set([...(taken ?? []), ...more]));
  }
  return [...shown].map(([path, lines]) => ({ path, lines: withGaps(lines, all.get(path) ?? []) }));
};

const withGaps = (lines: ReadonlySet<number>, source: readonly string[]): readonly string[] => {
  let next = 0;
  const shown = [...lines]
    .sort((a, b) => a - b)
    .flatMap((line) => {
      const text = source[line] ?? "";
      const isNext = line === next;
      next = line + 1;
      return isNext ? [text] : [GAP, text];
    });
  return next < source.length ? [...shown, GAP] : shown;
};
