import { setImmediate } from "node:timers/promises";
import type { Environment } from "@llmch/contract";
import { decodeUtf8 } from "@llmch/files";
import { gitIn } from "./git-in.ts";
import { blobSizes, readBlobs } from "./objects.ts";

/** How much text to request from git at once; two such pieces are in memory at a time. */
const PIECE_BYTES = 8_000_000;
/** A small first piece arrives soon, so that there is work while the next one comes. */
const FIRST_BYTES = 1_000_000;

export interface BlobBounds {
  /** Larger files are not read. */
  readonly maxBytes: number;
  readonly env: Environment;
}

/**
 * Passes on the texts of files by their blob ids, a bounded piece at a time; null for one that is larger, not UTF-8, or
 * unavailable, as in a partial clone.
 */
export const readBlobTexts = async <File extends { readonly blob: string }>(
  directory: string,
  files: readonly File[],
  { maxBytes, env }: BlobBounds,
  use: (file: File, text: string | null) => void,
): Promise<void> => {
  if (files.length === 0) return;
  const git = gitIn(directory, env);
  if (git === null) throw new Error("git is not on the PATH any more");
  const idsOf = (piece: readonly File[]) => piece.map(({ blob }) => blob);
  const sizes = await blobSizes(git, idsOf(files));
  const pieces: File[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const [index, file] of files.entries()) {
    const size = sizes[index] ?? null;
    if (size === null || size > maxBytes) {
      use(file, null);
      continue;
    }
    if (bytes + size > (pieces.length === 1 ? FIRST_BYTES : PIECE_BYTES)) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(file);
    bytes += size;
  }
  const ask = (piece: readonly File[] | undefined) => (piece === undefined ? [] : readBlobs(git, idsOf(piece)));
  // Fetch the next piece while this one is used.
  let coming = ask(pieces[0]);
  for (const [index, piece] of pieces.entries()) {
    const blobs = await coming;
    coming = ask(pieces[index + 1]);
    let at = 0;
    for (const bytes of blobs) {
      if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
      const file = piece[at++];
      if (file !== undefined) use(file, bytes === null || bytes.includes(0) ? null : decodeUtf8(bytes));
    }
  }
};

/** How many texts to use before reading git's output again: a pipe holds little, and git blocks when it is full. */
const AT_ONCE = 16;
