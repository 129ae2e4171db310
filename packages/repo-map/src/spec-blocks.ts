import { utf8Length } from "@llmch/contract";
import type { Definition } from "@llmch/languages";
import type { Room } from "./quoted-lines.ts";
import { CONSTRUCTOR, NAMED, type SpecTerms } from "./spec-terms.ts";

/** A definition or a test in a text, from its first line to its last, from 0. */
export interface Block {
  readonly name: string;
  /** The name of what is around it; null if nothing is. */
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

/** A text and where its definitions are. */
export interface Outlined {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** A block that may be shown, and how much the spec means it. */
export interface WeighedBlock {
  readonly path: string;
  readonly weight: number;
  readonly lines: readonly number[];
}

/** The spec writes `Class.method`. */
const OF_MEMBER = 20;
/** A whole type of at most so many lines is shown at once. */
const SMALL_TYPE = 40;
const MOST_TEST_LINES = 80;

/** What a spec means of a text: functions and methods, small types, and of larger ones the head, the constructor and the methods with its words. */
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
      // A constructor says what its type is.
      const isMade = ofType >= NAMED && (CONSTRUCTOR.test(name) || name === type);
      const weight = (isMeant ? OF_MEMBER : isMade ? NAMED : own) + (own >= 1 || isMade ? ofType : 0);
      return weight < NAMED ? [] : [{ path, weight, lines: range(first, last) }];
    }),
  );

/** What a runner takes for a test, rather than for something that tests use. */
const TEST_NAME = /test|should/i;
/** A word that the spec has this often is what it is about. */
const OFTEN = 6;

/**
 * The tests of some texts that have most of a spec's words, as far as each is no longer than a test should be. The oftener
 * the spec has a word and the fewer tests do, the more it counts; one in the test's name counts twice.
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

/** A line of a gap. */
const GAP = "…";
/** One file's shown lines, with a mark for what lies between them. */
export interface ShownBlocks {
  readonly path: string;
  readonly lines: readonly string[];
}

/**
 * The blocks that fit, the weightiest first; each whole or not at all. They come file by file, in the order of the text.
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
