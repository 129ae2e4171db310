import { lstatSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { realLocation } from "@llmch/files";
import { type Environment, GIT_ID, utf8Text } from "@llmch/text";
import type { Git } from "./git.ts";
import { checkoutAround } from "./git-folders.ts";
import { blobSizes, readBlobs } from "./objects.ts";
import { gitIn, openRepository } from "./open-repository.ts";

/** A file at a commit, by its full id. */
export interface FileAtCommit {
  readonly commit: string;
  readonly path: string;
}

/** The contents of files as commits have them, in one git call, by `<commit>:<path>`. Leaves out what the repo does not have. */
export const contentsAtCommits = async (
  git: Git,
  files: readonly FileAtCommit[],
): Promise<ReadonlyMap<string, Buffer>> => {
  const names = files
    .filter(({ commit, path }) => GIT_ID.test(commit) && !/[\n\0]/.test(path))
    .map(({ commit, path }) => `${commit}:${path}`);
  const blobs = names.length === 0 ? [] : [...(await readBlobs(git, names))];
  return new Map(
    names.flatMap((name, index): readonly [string, Buffer][] => {
      const bytes = blobs[index] ?? null;
      return bytes === null ? [] : [[name, bytes]];
    }),
  );
};

/** The same as texts, without what is not UTF-8. */
export const textsAtCommits = async (
  git: Git,
  files: readonly FileAtCommit[],
): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>();
  for (const [name, bytes] of await contentsAtCommits(git, files)) {
    const text = utf8Text(bytes);
    if (text !== null) texts.set(name, text);
  }
  return texts;
};

/**
 * The sizes in bytes of files of a listing (see `repoListing`): as a commit has them, in one git call, or as they are in the
 * folder if there is no commit. What is not a file, or cannot be read, is missing from the map.
 */
export const fileSizes = async (
  directory: string,
  commit: string | null,
  paths: readonly string[],
  env: Environment,
): Promise<ReadonlyMap<string, number>> => {
  const asked = paths.filter((path) => !/[\n\0]/.test(path));
  const git = commit === null || asked.length === 0 ? null : await gitIn(directory, env);
  const committed =
    git === null
      ? []
      : await blobSizes(
          git,
          asked.map((path) => `${commit}:${path}`),
        );
  return new Map(
    asked.flatMap((path, index): readonly [string, number][] => {
      const size = commit === null ? standingSize(join(directory, path)) : (committed[index] ?? null);
      return size === null ? [] : [[path, size]];
    }),
  );
};

const standingSize = (file: string): number | null => {
  try {
    const stats = lstatSync(file);
    return stats.isFile() ? stats.size : null;
  } catch {
    return null;
  }
};

/** Whether git tracks a file, or a link: whoever made the repo made it. False if there is no repo, or no git to ask. */
export const isTracked = async (file: string, env: Environment): Promise<boolean> => {
  const folder = dirname(file);
  const opened = checkoutAround(folder) === null ? null : await openRepository(folder, env);
  if (!opened?.ok) return false;
  const path = relative(opened.value.root, join(realLocation(folder), basename(file)));
  const listed = await opened.value.git.read("--literal-pathspecs", "ls-files", "-z", "--", path);
  return listed.ok && listed.value !== "";
};

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
  const git = await gitIn(directory, env);
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
      if (file !== undefined) use(file, bytes === null || bytes.includes(0) ? null : utf8Text(bytes));
    }
  }
};

/** How many texts to use before reading git's output again: a pipe holds little, and git blocks when it is full. */
const AT_ONCE = 16;
