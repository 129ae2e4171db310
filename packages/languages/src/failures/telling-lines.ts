/** Selected lines of a text, with a null for each gap. */
export type Picked = readonly (string | null)[];

/** Words and signs with which test runners and compilers mark failures. */
const TELLING =
  /\bnot ok\b|\b(?:error|exception|fail(?:ed|ure|ing|s)?|expected|actual|traceback|panicked|undefined|cannot)\b|\w+(?:Error|Exception)\b|[✖✗]|^E\s/i;
/** Counts of zero failures, and lines about the runner itself. */
const IDLE = /\b(?:fail(?:ed|ures|ing)?|errors?)[: ]+0\b|\b0 (?:fail|error)|failureType|^\s*#/i;
const END_LINES = 4;
/** Anything beyond is minified code or data, and would take too long to search. */
const MOST_COLUMNS = 500;

/** True for a line with a word or sign of a failure, whatever else it says. */
export const marksFailure = (line: string): boolean => TELLING.test(line);

const isMarked = (line: string): boolean => TELLING.test(line) && !IDLE.test(line);

const beginningOf = (line: string): string => line.slice(0, MOST_COLUMNS);

/** From a command's output, the lines that report failures, and the end; at most `limit`, in sequence. */
export const tellingLines = (lines: readonly string[], limit: number): Picked => {
  if (lines.length <= limit) return lines;
  const end = lines.length - END_LINES;
  const marked = lines.flatMap((line, index) => (index < end && isMarked(beginningOf(line)) ? [index] : []));
  // The line after a marked one explains it.
  const near = marked.flatMap((index) => [index, index + 1]).filter((index) => index < end);
  const picked = new Set(near.slice(0, limit - END_LINES));
  // The remaining room goes to the lines before the end.
  for (let index = end - 1; index >= 0 && picked.size < limit - END_LINES; index--) picked.add(index);
  for (let index = end; index < lines.length; index++) picked.add(index);
  const indexes = [...picked].sort((a, b) => a - b);
  return indexes.flatMap((index, place) => {
    const isAfterGap = index !== (indexes[place - 1] ?? -1) + 1;
    return isAfterGap ? [null, lines[index] ?? ""] : [lines[index] ?? ""];
  });
};

/** The lines of a text with their indentation, keeping only the first of consecutive stack frames and of consecutive empty lines. */
export const withoutFrames = (lines: readonly string[]): readonly string[] => {
  const kept: string[] = [];
  let wasFrame = false;
  for (const line of lines) {
    const isFrame = FRAME.test(beginningOf(line));
    const isSecondBlank = line.trim() === "" && (kept.at(-1) ?? "").trim() === "";
    if (!(isFrame && wasFrame) && !isSecondBlank) kept.push(line.trimEnd());
    wasFrame = isFrame;
  }
  while (kept.at(-1) === "") kept.pop();
  return kept;
};

/** A frame in Node's output, or in its TAP. */
const FRAME = /^\s+at .+|^\s+.*\((?:node:|file:\/\/|\/)\S+:\d+:\d+\)$|^\s+async \S+ \(/;
