import { errnoOf, readPart, withRegularFile } from "@llmch/files";

/** Reads a file that another process goes on writing, line by line. */
export interface LineFollower {
  /** The whole lines that came since the last time, as one text that ends with the last of them; a file that is missing has none. */
  next(): string;
}

/** So much is read at once; the rest is read at once more. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** No line of a run is longer: what goes on without an end is no journal. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Follows no link, opens nothing but a regular file, and keeps nothing open. Throws where that cannot be read. */
export const followLines = (path: string): LineFollower => {
  let start = 0;
  let begun: readonly Buffer[] = [];
  const read = (): Buffer => {
    try {
      return withRegularFile(path, "none", ({ descriptor, stats }) =>
        readPart(descriptor, start, Math.min(CHUNK_BYTES, Math.max(0, stats.size - start))),
      );
    } catch (fault) {
      if (errnoOf(fault) === "ENOENT") return Buffer.alloc(0);
      throw fault;
    }
  };
  return {
    next: () => {
      const lines: string[] = [];
      for (let piece = read(); piece.length > 0; piece = read()) {
        start += piece.length;
        const end = piece.lastIndexOf("\n") + 1;
        if (end > 0) {
          lines.push(Buffer.concat([...begun, piece.subarray(0, end)]).toString("utf8"));
          begun = [];
        }
        if (end < piece.length) begun = [...begun, piece.subarray(end)];
        if (begun.reduce((sum, { length }) => sum + length, 0) > LONGEST_LINE)
          throw new Error("a line of it has no end");
      }
      return lines.join("");
    },
  };
};
