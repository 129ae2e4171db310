import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { realLocation } from "@llmch/files";

/**
 * The root of the checkout that contains a directory, links resolved: the nearest folder upwards with a `.git` of any kind; null
 * if there is none. Does not ask git: that would cost more than all else.
 */
export const checkoutAt = (directory: string): string | null => {
  for (let folder = realLocation(directory); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return null;
  }
};

/** The same, or the directory itself if it is in no checkout. */
export const checkoutRoot = (directory: string): string => checkoutAt(directory) ?? realLocation(directory);

/** The folders whose programs llmch never runs for itself when it works in a directory: the checkout that contains it, if any. */
export const repoFolders = (directory: string): readonly string[] => {
  const root = checkoutAt(directory);
  return root === null || root === "/" ? [] : [root];
};
