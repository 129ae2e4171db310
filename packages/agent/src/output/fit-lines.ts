import { firstBytes, utf8Length } from "@llmch/text";

/** The lines that fit. */
export interface FittingLines {
  readonly text: string;
  /** How many lines the text has. */
  readonly count: number;
  /** True if the last line is cut. */
  readonly isCut: boolean;
}

/** Takes lines until the room is full. If not even the first line fits, cuts it, so that something is shown. */
export const fitLines = (lines: Iterable<string>, room: number): FittingLines => {
  const taken: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = utf8Length(line) + 1;
    if (bytes + size > room) {
      if (taken.length > 0 || room < 2) break;
      return { text: `${firstBytes(line, room - 1)}\n`, count: 1, isCut: true };
    }
    bytes += size;
    taken.push(line);
  }
  return { text: taken.map((line) => `${line}\n`).join(""), count: taken.length, isCut: false };
};
