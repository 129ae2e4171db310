import { errnoOf, readPart, withRegularFile } from "@llmch/files";
import { CHUNK_BYTES, wholeLines } from "./whole-lines.ts";

/** Reads a file line by line while another process writes it. */
export interface LineFollower {
  /** Complete lines since the last call, not all if there are many, as one text; empty if there are none, or if the file is missing. */
  next(): string;
}

/** No line of a run is longer: anything larger is not a journal. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Follows no link, opens only regular files, and keeps nothing open. Throws if the file cannot be read. */
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
