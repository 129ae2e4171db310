import { errnoOf, readPart, withRegularFile } from "@llmch/files";
import { CHUNK_BYTES, wholeLines } from "./whole-lines.ts";

/** Reads a file that another process goes on writing, line by line. */
export interface LineFollower {
  /** Whole lines that came since the last time, not all if they are many, as one text; empty if none came, or if the file is missing. */
  next(): string;
}

/** No line of a run is longer: what goes on without an end is no journal. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Follows no link, opens nothing but a regular file, and keeps nothing open. Throws where that cannot be read. */
export const followLines = (path: string): LineFollower => {
  let start = 0;
  const lines = wholeLines();
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
      for (let piece = read(); piece.length > 0; piece = read()) {
        start += piece.length;
        const text = lines.take(piece);
        if (lines.begunBytes() > LONGEST_LINE) throw new Error("a line of it has no end");
        if (text !== "") return text;
      }
      return "";
    },
  };
};
