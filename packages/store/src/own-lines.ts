import { readPart } from "@llmch/files";
import { MAX_WHOLE_BYTES, TOO_LARGE, withOwnFile } from "./own-text.ts";
import { CHUNK_BYTES, wholeLines } from "./whole-lines.ts";

/** The complete lines of a file of a run's directory, as it is when first read. */
export interface OwnLines {
  /** A few MB of them; empty after the last, and if the file is missing. Throws as `ownText` does. */
  next(): string;
  /** How many bytes the returned lines took. */
  wholeBytes(): number;
}

/** Keeps nothing open, and leaves out a last line that a crash tore. */
export const ownLines = (file: string): OwnLines => {
  const lines = wholeLines();
  let start = 0;
  let size = Number.POSITIVE_INFINITY;
  const read = (): Buffer | null =>
    withOwnFile(file, ({ descriptor, stats }) => {
      if (stats.size > MAX_WHOLE_BYTES) throw new Error(TOO_LARGE);
      size = Math.min(size, stats.size);
      return readPart(descriptor, start, Math.min(CHUNK_BYTES, Math.max(0, size - start)));
    });
  return {
    next: () => {
      let text = "";
      while (text === "" && start < size) {
        const piece = read();
        if (piece === null || piece.length === 0) break;
        start += piece.length;
        text = lines.take(piece);
      }
      return text;
    },
    wholeBytes: () => start - lines.begunBytes(),
  };
};
