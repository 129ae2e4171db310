import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isOwnTemporaryName, newOwnTemporaryName, removeTree, removeTreeInTurns } from "@llmch/files";

/** In our folder: leads to the temporary files of the commands of its tree, so that they are found by it and go with it. */
const LINK = "tmp";

/**
 * The folder for temporary files of the commands of one worktree, for its user alone: beside our folder, with a short name. Makes it,
 * again if a command took it away or put something in its place. Throws if it cannot.
 */
export const makeOwnTemporary = (folder: string): string => {
  const known = ownTemporaryOf(folder);
  const path = known ?? join(dirname(folder), newOwnTemporaryName());
  if (isOurs(path)) return path;
  if (known === null) {
    removeTree(join(folder, LINK));
    // First the link: whoever clears what a killed run left finds the folder by it.
    symlinkSync(path, join(folder, LINK));
  }
  // What another user has put there stays, and is not taken for ours.
  removeTree(path);
  mkdirSync(path, { mode: 0o700 });
  return path;
};

/** The folder for temporary files that belongs to a folder of ours; null if there is none. */
export const ownTemporaryOf = (folder: string): string | null => {
  try {
    const path = readlinkSync(join(folder, LINK));
    return dirname(path) === dirname(folder) && isOwnTemporaryName(basename(path)) ? path : null;
  } catch {
    return null;
  }
};

/** Removes it, before our folder goes. Throws if something stays. */
export const removeOwnTemporary = async (folder: string): Promise<void> => {
  const path = ownTemporaryOf(folder);
  if (path !== null && isOurs(path)) await removeTreeInTurns(path);
};

/** True for a folder of this user; a link that a command has put there is none. */
const isOurs = (path: string): boolean => {
  const standing = lstatSync(path, { throwIfNoEntry: false });
  return standing?.isDirectory() === true && standing.uid === process.getuid?.();
};
