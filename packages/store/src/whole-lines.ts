/** Puts lines together from pieces of a file, wherever those are cut. */
export interface WholeLines {
  /** The lines that are whole now, as one text that ends with the last of them. */
  take(piece: Buffer): string;
  /** How many bytes of a line are there that is not whole yet. */
  begunBytes(): number;
}

/** So much of a file is read at once: it keeps nothing waiting. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

export const wholeLines = (): WholeLines => {
  let begun: readonly Buffer[] = [];
  return {
    take: (piece) => {
      const end = piece.lastIndexOf("\n") + 1;
      const lines = end === 0 ? "" : Buffer.concat([...begun, piece.subarray(0, end)]).toString("utf8");
      if (end > 0) begun = [];
      if (end < piece.length) begun = [...begun, piece.subarray(end)];
      return lines;
    },
    begunBytes: () => begun.reduce((sum, { length }) => sum + length, 0),
  };
};
