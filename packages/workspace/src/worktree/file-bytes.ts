import { createHash, type Hash } from "node:crypto";
import { readSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { decodeUtf8 } from "@llmch/files";

/** What a file holds. */
export interface FileBytes {
  readonly sha256: string;
  readonly bytes: number;
  /** Null where they are too many to be held. */
  readonly data: Uint8Array | null;
  /** Null where the bytes are not UTF-8. */
  readonly text: string | null;
  /** The text with U+FFFD for what of it is not UTF-8; null where all is, or where it is no text at all. */
  readonly marked: string | null;
}

/** Longer files are hashed, not held: none of them is ever shown, written, or moved. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;
/** Longer files are not even hashed: a file with holes takes no room, and to read it takes for ever. */
const MAX_HASHED_BYTES = 1024 * 1024 * 1024;
/** As much is read before somebody else gets a turn. */
const TURN_BYTES = 2 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** Why a file of that size is not looked at; null where it is. */
export const tooLarge = (bytes: number): string | null =>
  bytes > MAX_HASHED_BYTES ? "it is larger than 1 GB, which is more than llmch reads" : null;

/** True for a file that is to be read in turns. */
export const isLong = (bytes: number): boolean => bytes > TURN_BYTES;

/** Reads an open file to its end. Throws where it has grown too large meanwhile. */
export const readBytes = (descriptor: number): FileBytes => {
  const reading = startReading(descriptor);
  while (reading.next()) {
    // All at once.
  }
  return reading.done();
};

/** The same in turns, for a long file. Throws "interrupted" once the signal fires. */
export const readBytesInTurns = async (descriptor: number, signal: AbortSignal): Promise<FileBytes> => {
  const reading = startReading(descriptor);
  for (let chunks = 1; reading.next(); chunks++) {
    if (chunks % (TURN_BYTES / CHUNK_BYTES) !== 0) continue;
    await turn();
    if (signal.aborted) throw new Error("interrupted");
  }
  return reading.done();
};

/** The same of bytes that are in memory already. */
export const fileBytesOf = (data: Uint8Array): FileBytes =>
  bytesOf(createHash("sha256").update(data), [data], data.length);

const startReading = (descriptor: number) => {
  const hash = createHash("sha256");
  const held: Buffer[] = [];
  let bytes = 0;
  return {
    /** Reads on; false at the end. */
    next: (): boolean => {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const read = readSync(descriptor, chunk);
      const piece = chunk.subarray(0, read);
      hash.update(piece);
      bytes += read;
      const why = tooLarge(bytes);
      if (why !== null) throw new Error(why);
      if (bytes <= MAX_HELD_BYTES) held.push(piece);
      return read > 0;
    },
    done: (): FileBytes => bytesOf(hash, held, bytes),
  };
};

const bytesOf = (hash: Hash, held: readonly Uint8Array[], bytes: number): FileBytes => {
  const data = bytes <= MAX_HELD_BYTES ? Buffer.concat(held) : null;
  const text = data === null ? null : decodeUtf8(data);
  const marked = data === null || text !== null || data.includes(0) ? null : data.toString();
  return { sha256: hash.digest("hex"), bytes, data, text, marked };
};
