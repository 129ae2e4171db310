import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { checkoutAt, readRegularFile, realLocation } from "@llmch/files";

/** Where git keeps a checkout's own part, and what all checkouts of the repo share. */
export interface GitFolders {
  readonly gitDir: string;
  readonly commonDir: string;
}

/** A checkout: its root, and where git keeps it. All paths are real and absolute. */
export interface GitCheckout extends GitFolders {
  readonly root: string;
}

/**
 * The checkout around a directory, judged by files alone: the nearest `.git` upwards that is a repo's folder, or a file that
 * names one. Null if there is none. Git itself checks more, such as who owns the folder.
 */
export const checkoutAround = (directory: string): GitCheckout | null => {
  for (let folder = realLocation(directory); ; folder = dirname(folder)) {
    const gitDir = gitDirOf(join(folder, ".git"));
    if (gitDir !== null) return { root: folder, gitDir, commonDir: commonDirOf(gitDir) };
    if (dirname(folder) === folder) return null;
  }
};

const gitDirOf = (path: string): string | null => {
  const named = nameIn(path, "gitdir: ");
  const gitDir = named === null ? path : isAbsolute(named) ? named : resolve(dirname(path), named);
  return existsSync(join(gitDir, "HEAD")) ? realLocation(gitDir) : null;
};

const commonDirOf = (gitDir: string): string => {
  const named = nameIn(join(gitDir, "commondir"), "");
  return named === null ? gitDir : realLocation(resolve(gitDir, named));
};

const MAX_BYTES = 10_000;

/** The single line of a small file after a prefix, or null. */
const nameIn = (file: string, prefix: string): string | null => {
  try {
    const text = readRegularFile(file, { maxBytes: MAX_BYTES, links: "none" }).toString().trimEnd();
    return text.startsWith(prefix) ? text.slice(prefix.length) : null;
  } catch {
    return null;
  }
};

/** The root of the checkout that contains a directory, or the directory itself if it is in none. */
export const checkoutRoot = (directory: string): string => checkoutAt(directory) ?? realLocation(directory);

/** The folders whose programs llmch never runs for itself when it works in a directory: the checkout that contains it, if any. */
export const repoFolders = (directory: string): readonly string[] => {
  const root = checkoutAt(directory);
  return root === null || root === "/" ? [] : [root];
};
