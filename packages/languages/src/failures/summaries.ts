import { linesOf } from "./lines.ts";
import { FAILED, NEVER, RUNNERS, type RunnerWords, TAP, UNNAMED } from "./runners.ts";

/** What a runner counts at the end of a run. */
interface Summary {
  readonly words: RunnerWords;
  readonly lines: readonly string[];
  /** The place of its last line. */
  readonly end: number;
  /** True if its first line is missing, as in the output of `| tail`. */
  readonly isCut: boolean;
}

/** How many runs of tests came to their end, going by what their runners print last. Linear in the text. */
export const closedRuns = (output: string): number =>
  summariesIn([output])
    .flat()
    .filter(({ isCut }) => !isCut).length;

/**
 * How many tests failed by what runners count last: what passed when it was run again has not. Linear in the text.
 * @param streams what a command printed, each stream for itself
 * @param runs how many runs it started; if that is not known, each runner's last one counts
 */
export const failedAtEnd = (streams: readonly string[], runs: number | null): number => {
  const told = summariesIn(streams);
  if (runs !== null) return failedIn(told, runs);
  const kinds = [...new Set(told.flat().map(({ words }) => words))];
  const ofKind = kinds.map((kind) => told.map((stream) => stream.filter(({ words }) => words === kind)));
  return ofKind.reduce((all, each) => all + failedIn(each, 1), 0);
};

/** A test may print what looks like a summary. If there are more than runs, the stream with the fewest failures counts. */
const failedIn = (told: readonly (readonly Summary[])[], runs: number): number => {
  const filled = told.filter(({ length }) => length > 0);
  const counts = filled.map((stream) => stream.slice(-runs).reduce((sum, each) => sum + failuresOf(each), 0));
  return filled.flat().length > runs ? Math.min(...counts) : counts.reduce((sum, count) => sum + count, 0);
};

/** How many failures a runner's lines count, or at least tell of. */
export const failuresOf = ({ words, lines }: Pick<Summary, "words" | "lines">): number => {
  const { broken } = words;
  // The lines of TAP have the tests' names.
  const numbers = words === TAP ? [] : lines.flatMap((line) => [...line.matchAll(FAILED)]);
  const counted = numbers.reduce((sum, [, behind, before]) => sum + Number(behind ?? before), 0);
  return counted > 0 || broken === undefined ? counted : lines.filter((line) => broken.test(line)).length;
};

/** Of each stream, in the order of their ends. TAP and a repo's own runner count only if none is known by its own words. */
const summariesIn = (streams: readonly string[]): readonly (readonly Summary[])[] => {
  const texts = streams.map(linesOf);
  const [found = []] = [RUNNERS, ...UNNAMED.map((words) => [words])]
    .map((runners) => texts.map((lines) => runners.flatMap((words) => summariesOf(words, lines))))
    .filter((streams) => streams.flat().length > 0);
  return found.map((stream) => stream.toSorted((a, b) => a.end - b.end));
};

const summariesOf = (words: RunnerWords, lines: readonly string[]): readonly Summary[] => {
  const { summary, broken, opens = /^/, closes = /^/ } = words;
  if (summary === undefined) return [];
  const found: { words: RunnerWords; lines: string[]; end: number; isCut: boolean }[] = [];
  const isCut = opens !== NEVER && !lines.some((line) => opens.test(line));
  let isNext = opens === NEVER || isCut;
  for (const [end, line] of lines.entries()) {
    isNext ||= opens.test(line);
    if (!summary.test(line) && broken?.test(line) !== true) continue;
    if (isNext) found.push({ words, lines: [], end, isCut });
    isNext = false;
    const last = found.at(-1);
    last?.lines.push(line);
    if (last !== undefined) last.end = end;
  }
  return found.filter((each) => each.lines.some((line) => closes.test(line)));
};
