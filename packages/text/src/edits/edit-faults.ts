import { firstCharacters } from "../excerpt.ts";
import type { Edit, EditFault } from "./edit-text.ts";
import { lineDiff } from "./line-diff.ts";
import { linesOf, nearestPlace } from "./nearest-place.ts";

/**
 * What is wrong with a file's edits, for the model that made them, in a limited number of characters: which edit, why, and where in the
 * file the intended text may be. Edits count from 1.
 * @param text the file as the model saw it
 */
export const editFaultWords = (
  path: string,
  text: string,
  edits: readonly Edit[],
  faults: readonly EditFault[],
  room: number,
): string => {
  const share = Math.max(MIN_ROOM, Math.floor(room / faults.length) - 1);
  let left = Math.max(1, Math.floor(MOST_COMPARED / (text.length + 1)));
  const sentences: string[] = [];
  for (const fault of faults) {
    const isCompared = fault.kind === "not-found" && left-- > 0;
    const sentence = inWords(path, text, edits[fault.edit]?.find ?? "", fault, isCompared);
    sentences.push(shortened(sentence, share));
  }
  return sentences.join("\n");
};

/** Enough to show which edit it is, and why it failed. */
const MIN_ROOM = 160;

/** How much text is searched for nearest places: about a second's work, whatever a model sends for a large file (reliability, S5). */
const MOST_COMPARED = 8_000_000;

const inWords = (path: string, text: string, find: string, fault: EditFault, isCompared: boolean): string => {
  const which = `the find of edit ${fault.edit + 1}`;
  switch (fault.kind) {
    case "not-found":
      return isCompared ? notFound(path, text, find, which) : `${path}: ${which} does not stand there`;
    case "repeated": {
      const { lines, isMore } = fault;
      const where = `${lines.join(", ")}${isMore ? " and more" : ""}`;
      return `${path}: ${which} stands there ${isMore ? "more than " : ""}${lines.length} times, in lines ${where}: take lines around it into it, so that it stands there once`;
    }
    case "overlap":
      return `${path}:${fault.line}: edits ${fault.other + 1} and ${fault.edit + 1} overlap: make one of them`;
  }
};

const notFound = (path: string, text: string, find: string, which: string): string => {
  const near = nearestPlace(text, find);
  if (near === null) return `${path}: ${which} does not stand there, and nothing like it`;
  const wanted = linesOf(find.replace(/\r?\n$/, ""));
  const last = near.line + near.lines.length - 1;
  const place = last === near.line ? `line ${near.line}` : `lines ${near.line}-${last}`;
  const pressed = (lines: readonly string[]) => lines.join("\n").replace(/\s+/g, "");
  const isSpace = pressed(wanted) === pressed(near.lines);
  const [before, after] = isSpace ? [spelledOut(wanted), spelledOut(near.lines)] : [wanted, near.lines];
  const diff = lineDiff(before, after).map(clipped);
  const isOne = last === near.line;
  const how = isSpace ? `${isOne ? "differs" : "differ"} in white space alone` : `${isOne ? "is" : "are"} nearest`;
  return [
    `${path}:${near.line}: ${which} does not stand there; ${place} ${how} ("-" the find, "+" the file):`,
    ...diff,
  ].join("\n");
};

/** Makes differences in white space visible. */
const spelledOut = (lines: readonly string[]): readonly string[] => lines.map((line) => JSON.stringify(line));

const MAX_LINE = 200;
const clipped = (line: string): string => (line.length > MAX_LINE ? `${firstCharacters(line, MAX_LINE)}…` : line);

const shortened = (text: string, most: number): string =>
  text.length > most ? `${firstCharacters(text, most - 1)}…` : text;
