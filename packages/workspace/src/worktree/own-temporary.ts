import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "@llmch/files";
import { restoreMode } from "../files/folder-modes.ts";

const MODE = 0o700;

/**
 * The folder for temporary files of one worktree's commands, for its user only, in llmch's folder. Makes it, and makes it again if a
 * command removed, replaced or shut it. Throws if it cannot.
 */
export const makeOwnTemporary = (folder: string): string => {
  const path = join(folder, "_tmp");
  const standing = lstatSync(path, { throwIfNoEntry: false });
  if (standing?.isDirectory() === true) {
    restoreMode(path, "", standing, () => MODE);
    return path;
  }
  removeTree(path);
  mkdirSync(path, { mode: MODE });
  return path;
};
