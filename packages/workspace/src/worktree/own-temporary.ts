import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isOwnTemporaryName, newOwnTemporaryName, removeTree } from "@llmch/files";
import { restoreMode } from "../files/folder-modes.ts";

const MODE = 0o700;
/** In llmch's folder: points to the temporary files of the commands of its tree, so that they are found and removed with it. */
const LINK = "tmp";

/**
 * The folder for temporary files of one worktree's commands, for its user only: beside llmch's folder, with a short name. Makes
 * it, and makes it again if a command removed, replaced or shut it. Throws if it cannot.
 */
export const makeOwnTemporary = (folder: string): string => {
  const known = ownTemporaryOf(folder);
  const path = known ?? join(dirname(folder), newOwnTemporaryName());
  if (isOurs(path)) {
    restoreMode(path, "", lstatSync(path), () => MODE);
    return path;
  }
  if (known === null) {
    removeTree(join(folder, LINK));
    // The link comes first: it lets the sweep after a killed run find the folder.
    symlinkSync(path, join(folder, LINK));
  }
  // What another user has put there stays, and is not used.
  removeTree(path);
  mkdirSync(path, { mode: MODE });
  return path;
};

/** The folder for temporary files that belongs to one of llmch's folders; null if there is none. */
export const ownTemporaryOf = (folder: string): string | null => {
  try {
    const path = readlinkSync(join(folder, LINK));
    return dirname(path) === dirname(folder) && isOwnTemporaryName(basename(path)) ? path : null;
  } catch {
    return null;
  }
};

/** Removes it, before llmch's folder is removed. Throws if something stays. */
export const removeOwnTemporary = async (folder: string): Promise<void> => {
  const path = ownTemporaryOf(folder);
  if (path !== null && isOurs(path)) removeTree(path);
};

/** True for a folder of this user, but not for a link that a command has put there. */
const isOurs = (path: string): boolean => {
  const standing = lstatSync(path, { throwIfNoEntry: false });
  return standing?.isDirectory() === true && standing.uid === process.getuid?.();
};
