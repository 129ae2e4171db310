import type { LineRange } from "@llmch/languages";
import { OF_PHRASE, ofCode, type Terms, WORD } from "./terms.ts";

/** A term in more lines than this says little. */
const COMMON = 30;
/** Lines below this share of the best score are left out. */
const LEAST_SHARE = 0.1;
const MOST_LINES = 200;

/** The most telling lines, best first. */
export const relevantLines = (scores: ReadonlyMap<number, number>): readonly number[] => {
  const ranked = [...scores].sort(([a, one], [b, other]) => other - one || a - b);
  const least = (ranked[0]?.[1] ?? 0) * LEAST_SHARE;
  return ranked
    .filter(([, score]) => score >= least)
    .slice(0, MOST_LINES)
    .map(([line]) => line);
};

/**
 * Scores the lines (from 0) that contain terms: the fewer lines contain a term, the more it counts. The time grows linearly with
 * the file, whatever it contains.
 */
export const lineScores = (lines: readonly string[], { words, phrases }: Terms): ReadonlyMap<number, number> => {
  const found = new Map<string, { readonly counts: number; readonly at: Set<number> }>();
  const hit = (term: string, counts: number, line: number) => {
    const known = found.get(term) ?? { counts, at: new Set() };
    if (known.at.size <= COMMON) known.at.add(line);
    found.set(term, known);
  };
  for (const [index, line] of lines.entries()) {
    for (const [word] of line.matchAll(WORD)) {
      const counts = words.get(word);
      if (counts !== undefined) hit(word, counts, index);
    }
    for (const phrase of phrases) if (line.includes(phrase)) hit(phrase, OF_PHRASE, index);
  }
  const scores = new Map<number, number>();
  for (const { counts, at } of found.values()) {
    if (at.size > COMMON) continue;
    for (const line of at) scores.set(line, (scores.get(line) ?? 0) + counts / at.size);
  }
  return scores;
};

/** A quoted text in more lines than this points to none of them. */
const MOST_QUOTED = 3;
/** So many lines that begin a name alike, hardly apart, are a list. */
const LEAST_ALIKE = 3;
const MOST_APART = 3;
const MOST_NAMES = 150;
/** What names of one list have in common: `--no-`, `FLAG_`. */
const BEGINNING = /^(?:--(?:[\w-]*-)?|[\p{L}_][\p{L}\p{N}_]{2,}_)(?=[\p{L}\p{N}])/u;

/** The lines that the terms quote; and for each name that the text lacks, the longest list of names that begin like it. */
export const quotedPlaces = (lines: readonly string[], terms: Terms): readonly LineRange[] => {
  const names = [...ofCode(terms).words.keys()].slice(0, MOST_NAMES).concat(terms.phrases);
  return names.flatMap((name) => {
    const found = linesWith(lines, name);
    const isQuoted = terms.phrases.includes(name) && found.length <= MOST_QUOTED;
    if (found.length > 0) return isQuoted ? found.map((line) => ({ first: line, last: line })) : [];
    const beginning = /\s/.test(name) ? undefined : BEGINNING.exec(name)?.[0];
    const runs: { first: number; last: number; count: number }[] = [];
    for (const line of beginning === undefined ? [] : linesWith(lines, beginning)) {
      const run = runs.at(-1);
      if (run === undefined || line - run.last > MOST_APART) runs.push({ first: line, last: line, count: 1 });
      else [run.last, run.count] = [line, run.count + 1];
    }
    const [longest] = runs.sort((a, b) => b.count - a.count || a.first - b.first);
    return longest === undefined || longest.count < LEAST_ALIKE ? [] : [longest];
  });
};

const linesWith = (lines: readonly string[], part: string): readonly number[] =>
  lines.flatMap((line, index) => (line.includes(part) ? [index] : []));
