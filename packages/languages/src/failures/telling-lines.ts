/** Lines of a text that were picked, with a null where some are left out. */
export type Picked = readonly (string | null)[];

/** What test runners and compilers mark failures with. */
const TELLING =
  /\bnot ok\b|\b(?:error|exception|fail(?:ed|ure|ing|s)?|expected|actual|traceback|panicked|undefined|cannot)\b|\w+(?:Error|Exception)\b|[✖✗]|^E\s/i;
/** Counts that say that nothing of the kind happened, and lines of a runner's own. */
const IDLE = /\b(?:fail(?:ed|ures|ing)?|errors?)[: ]+0\b|\b0 (?:fail|error)|failureType|^\s*#/i;
const END_LINES = 4;
/** What stands behind is code that was packed, or data, and would take for ever to look through. */
const MOST_COLUMNS = 500;

/** True for a line that tells of a failure. */
export const tellsOfFailure = (line: string): boolean => isMarked(beginningOf(line));

const isMarked = (line: string): boolean => TELLING.test(line) && !IDLE.test(line);

const beginningOf = (line: string): string => line.slice(0, MOST_COLUMNS);

/** Of what a command printed: the lines that tell of a failure, and the end; at most `limit`, in their sequence. */
export const tellingLines = (lines: readonly string[], limit: number): Picked => {
  if (lines.length <= limit) return lines;
  const end = lines.length - END_LINES;
  const marked = lines.flatMap((line, index) => (index < end && tellsOfFailure(line) ? [index] : []));
  // What follows a mark explains it.
  const near = marked.flatMap((index) => [index, index + 1]).filter((index) => index < end);
  const picked = new Set(near.slice(0, limit - END_LINES));
  // The rest of the room goes to what comes before the end.
  for (let index = end - 1; index >= 0 && picked.size < limit - END_LINES; index--) picked.add(index);
  for (let index = end; index < lines.length; index++) picked.add(index);
  const indexes = [...picked].sort((a, b) => a - b);
  return indexes.flatMap((index, place) => {
    const isAfterGap = index !== (indexes[place - 1] ?? -1) + 1;
    return isAfterGap ? [null, lines[index] ?? ""] : [lines[index] ?? ""];
  });
};

/** The lines of a text as they were indented; of the frames of a stack the first, and no two empty lines together. */
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

/** As Node prints one, by itself or in its TAP. */
const FRAME = /^\s+at .+|^\s+.*\((?:node:|file:\/\/|\/)\S+:\d+:\d+\)$|^\s+async \S+ \(/;
