import { createHash, type Hash } from "node:crypto";
import { readSync } from "node:fs";
import type { FileBytes } from "@llmch/contract";
import { utf8Text } from "@llmch/text";

/** Longer files are hashed but not held: llmch never shows, writes or moves them. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;
/** Longer files are not even hashed: nothing else is done meanwhile, and a sparse file takes no space, but reading it takes forever. */
const MAX_HASHED_BYTES = 512 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** Why a file of that size is not read; null if it is. */
export const tooLarge = (bytes: number): string | null =>
  bytes > MAX_HASHED_BYTES ? "it is larger than 512 MB, which is more than llmch reads" : null;

/** Reads an open file to its end. Throws if it has grown too large meanwhile. */
export const readBytes = (descriptor: number): FileBytes => {
  const hash = createHash("sha256");
  const held: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const piece = chunk.subarray(0, readSync(descriptor, chunk));
    if (piece.length === 0) return bytesOf(hash, held, bytes);
    hash.update(piece);
    bytes += piece.length;
    const why = tooLarge(bytes);
    if (why !== null) throw new Error(why);
    if (bytes <= MAX_HELD_BYTES) held.push(piece);
  }
};

/** The same for bytes that are already in memory. */
export const fileBytesOf = (data: Uint8Array): FileBytes =>
  bytesOf(createHash("sha256").update(data), [data], data.length);

const bytesOf = (hash: Hash, held: readonly Uint8Array[], bytes: number): FileBytes => {
  const data = bytes <= MAX_HELD_BYTES ? Buffer.concat(held) : null;
  const text = data === null ? null : utf8Text(data);
  const marked = data === null || text !== null || data.includes(0) ? null : data.toString();
  return { sha256: hash.digest("hex"), bytes, data, text, marked };
};
