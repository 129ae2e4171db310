import { setImmediate } from "node:timers/promises";
import { decodeUtf8 } from "@llmch/files";
import type { Environment } from "./git-environment.ts";
import { gitIn } from "./git-in.ts";
import { blobSizes, readBlobs } from "./objects.ts";

/** Texts that git is asked for together: two such pieces are in memory at once. */
const PIECE_BYTES = 8_000_000;
/** The first piece is there soon, so that there is something to do while the next one comes. */
const FIRST_BYTES = 1_000_000;

export interface BlobBounds {
  /** Larger ones are not read. */
  readonly maxBytes: number;
  readonly env: Environment;
}

/**
 * Hands over the texts of files by their blobs' ids, a bounded piece at a time; null for what is larger, is no UTF-8 text, or
 * cannot be had, as in a repo that has only a part of its objects.
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
  // The next piece comes while this one is used.
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

/** As many texts are used before what git has for us is taken: a pipe holds little, and git waits where it is full. */
const AT_ONCE = 16;
