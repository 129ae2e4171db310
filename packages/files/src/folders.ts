import { mkdirSync, readdirSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { dirname } from "node:path";
import { errnoOf } from "./errno.ts";

/** The names in a folder; none if it is missing or cannot be read. */
export const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** The same, but only a missing folder counts as empty. Throws if it cannot be read. */
export const namesOrFault = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT") return [];
    throw fault;
  }
};

/** The names of the folders in a folder; none if it is missing or cannot be read. Links do not count. */
export const foldersIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
};

/** True if there is a visible folder at the path, or a link to one. */
export const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
};

/**
 * Creates a directory and the missing ones above it. Throws the machine's fault. Do not use Node's `recursive`: if an existing folder
 * accepts no entries, such as one in `/proc`, Node retries for ever, and no signal stops it.
 * @param mode the mode of each new directory
 */
export const makeDirectory = (path: string, mode = 0o777): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (fault) {
    // Another run may have created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw fault;
  }
};

/**
 * Copies a folder's content into another folder, and creates that one if it is missing. Throws the machine's fault, and at a file that is
 * there already unless it may replace files.
 */
export const copyFolder = async (from: string, to: string, replaces: boolean): Promise<void> => {
  // Otherwise `cp` creates it the way Node does, which may never return.
  makeDirectory(to);
  await cp(from, to, { recursive: true, force: replaces, errorOnExist: !replaces });
};
