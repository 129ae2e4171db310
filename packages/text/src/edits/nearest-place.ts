/** The lines of a file that are most similar to a text that was not found. */
export interface NearestPlace {
  /** Counts from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/**
 * The run of lines that has most in common with a text of as many lines: lines that differ only in white space, and words. Rare ones count
 * more. Null if nothing is in common. The first place wins a tie. Takes linear time.
 */
export const nearestPlace = (text: string, sought: string): NearestPlace | null => {
  const lines = linesOf(text);
  const wanted = linesOf(sought.replace(/\r?\n$/, ""));
  const words = new Set(wanted.flatMap((line) => line.match(WORD) ?? []));
  const whole = new Set(wanted.map((line) => line.trim()).filter((line) => line !== ""));
  // For each line, the words it shares with the text, in the line's order.
  const shared: (readonly string[])[] = [];
  const trimmed: (string | null)[] = [];
  for (const line of lines) {
    shared.push(sharedWords(line, words));
    const own = line.trim();
    trimmed.push(whole.has(own) ? own : null);
  }
  const ofWords = weights(shared);
  const ofLines = weights(trimmed.map((line) => (line === null ? [] : [line])));
  let window = 0;
  let best = { start: 0, likeness: 0 };
  const likeness: number[] = [];
  for (let end = 0; end < lines.length; end++) {
    const line = trimmed[end] ?? null;
    const alike = sumOf(shared[end] ?? [], ofWords) + (line === null ? 0 : (ofLines.get(line) ?? 0));
    likeness.push(alike);
    window += alike;
    const start = end - wanted.length + 1;
    if (start > 0) window -= likeness[start - 1] ?? 0;
    // Sums of fractions are inexact; a tie must not count as better.
    if (window > best.likeness + 1e-9) best = { start: Math.max(0, start), likeness: window };
  }
  if (best.likeness === 0) return null;
  return { line: best.start + 1, lines: lines.slice(best.start, best.start + wanted.length) };
};

export const linesOf = (text: string): readonly string[] => text.split(/\r?\n/);

const WORD = /[\p{L}\p{N}_$]+/gu;
const NONE: readonly string[] = [];

/** Which of the words occur in a line, each once. */
const sharedWords = (line: string, words: ReadonlySet<string>): readonly string[] => {
  const found = new Set<string>();
  for (const [word] of line.matchAll(WORD)) {
    if (words.has(word)) found.add(word);
  }
  return found.size === 0 ? NONE : [...found];
};

/** The weight of each key: the more lines contain it, the less it counts. */
const weights = (lines: readonly (readonly string[])[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const keys of lines) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Map([...counts].map(([key, count]) => [key, 1 / count]));
};

const sumOf = (keys: readonly string[], weights: ReadonlyMap<string, number>): number =>
  keys.reduce((sum, key) => sum + (weights.get(key) ?? 0), 0);
