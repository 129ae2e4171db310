import { failureText, isFailureText } from "./failure-text.ts";
import { failuresIn } from "./failures-in.ts";
import { type Picked, tellingLines, withoutFrames } from "./telling-lines.ts";

/** More characters than this many lines have. */
const ROOM = 4_000;

/**
 * What a person is shown of a failure, at most `limit` lines: what failed, by name, if that can be read; else the lines that tell of it.
 * Every view of a run takes this one.
 * @param isPrinted whether a command printed the text; words of ours say at their beginning what is wrong
 */
export const toldLines = (excerpt: string, isPrinted: boolean, limit: number): Picked => {
  if (!isPrinted || isFailureText(excerpt)) return first(withoutFrames(excerpt.split("\n")), limit);
  const failures = failuresIn(excerpt);
  if (failures.length > 0) return first(failureText(failures, ROOM).split("\n"), limit);
  return tellingLines(filled(withoutFrames(excerpt.split("\n"))), limit);
};

const first = (lines: readonly string[], limit: number): Picked => {
  const told = filled(lines);
  return told.length <= limit ? told : [...told.slice(0, limit), null];
};

const filled = (lines: readonly string[]): readonly string[] => lines.filter((line) => line.trim() !== "");
