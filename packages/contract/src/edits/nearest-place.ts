/** The lines of a file that are most like a text that was not found. */
export interface NearestPlace {
  /** Counts from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/**
 * The run of lines that shares the most with a text of as many lines: lines that differ only in white space, and words, of
 * which rare ones count more. Null if it shares nothing. If places are equally alike, the first one. Takes linear time.
 */
export const nearestPlace = (text: string, sought: string): NearestPlace | null => {
  const lines = linesOf(text);
  const wanted = linesOf(sought.replace(/\r?\n$/, ""));
  const words = counted(new Set(wanted.flatMap(wordsOf)), lines, wordsOf);
  const whole = counted(new Set(wanted.map((line) => line.trim()).filter((line) => line !== "")), lines, trimmed);
  const likeness = lines.map((line) => sumOf(new Set(wordsOf(line)), words) + sumOf(trimmed(line), whole));
  let window = 0;
  let best = { start: 0, likeness: 0 };
  for (let end = 0; end < lines.length; end++) {
    window += likeness[end] ?? 0;
    const start = end - wanted.length + 1;
    if (start > 0) window -= likeness[start - 1] ?? 0;
    // Sums of fractions are not exact, so an equal place must not count as better.
    if (window > best.likeness + 1e-9) best = { start: Math.max(0, start), likeness: window };
  }
  if (best.likeness === 0) return null;
  return { line: best.start + 1, lines: lines.slice(best.start, best.start + wanted.length) };
};

export const linesOf = (text: string): readonly string[] => text.split(/\r?\n/);

const wordsOf = (line: string): readonly string[] => line.match(/[\p{L}\p{N}_$]+/gu) ?? [];
const trimmed = (line: string): readonly string[] => [line.trim()];

/** How much each of the keys tells: the more lines hold it, the less. */
const counted = (
  keys: ReadonlySet<string>,
  lines: readonly string[],
  keysOf: (line: string) => readonly string[],
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const key of new Set(keysOf(line))) if (keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map([...counts].map(([key, count]) => [key, 1 / count]));
};

const sumOf = (keys: Iterable<string>, weights: ReadonlyMap<string, number>): number => {
  let sum = 0;
  for (const key of keys) sum += weights.get(key) ?? 0;
  return sum;
};
