/** Joins lines from pieces of a file, wherever those are cut. */
export interface WholeLines {
  /** The lines that are complete so far, as one text that ends with the last of them. */
  take(piece: Buffer): string;
  /** How many bytes of an incomplete line there are. */
  begunBytes(): number;
}

/** How much of a file to read at once, without keeping others waiting. */
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
