import { failureText, isFailureText } from "./failure-text.ts";
import { failuresIn } from "./failures-in.ts";
import { type Picked, tellingLines, withoutFrames } from "./telling-lines.ts";

/** More characters than that many lines have. */
const ROOM = 4_000;

/**
 * What a person sees of a failure, at most `limit` lines: what failed, by name, if that can be read, otherwise the lines that report it.
 * All views of a run use this.
 * @param isPrinted true for a command's output; llmch's own messages say at their beginning what is wrong
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
