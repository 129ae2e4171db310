import { errnoOf, readPart, withRegularFile } from "@llmch/files";

/** Reads a file line by line while another process writes it. */
export interface LineFollower {
  /** Complete lines since the last call, not all if there are many, as one text; empty if there are none, or if the file is missing. */
  next(): string;
}

/** How much of a file to read at once, without keeping others waiting. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** No line of a run is longer: anything larger is not a journal. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Follows no link, opens only regular files, and keeps nothing open. Throws if the file cannot be read. */
export const followLines = (path: string): LineFollower => {
  let start = 0;
  /** Of a line that is not complete. */
  let begun: Buffer = Buffer.alloc(0);
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
        const all = Buffer.concat([begun, piece]);
        const end = all.lastIndexOf("\n") + 1;
        begun = all.subarray(end);
        if (begun.length > LONGEST_LINE) throw new Error("a line of it has no end");
        if (end > 0) return all.toString("utf8", 0, end);
      }
      return "";
    },
  };
};
