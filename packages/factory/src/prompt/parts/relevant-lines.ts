import { OF_PHRASE, type Terms, WORD } from "./terms.ts";

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
