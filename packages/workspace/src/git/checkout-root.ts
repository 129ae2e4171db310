import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { realLocation } from "@llmch/files";

/**
 * The root of the checkout that a directory lies in, links resolved: the nearest folder upwards with a `.git`, whatever that
 * is; null if there is none. Git is not asked: that would cost more than all else.
 */
export const checkoutAt = (directory: string): string | null => {
  for (let folder = realLocation(directory); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return null;
  }
};

/** The same, and the directory itself if it lies in none. */
export const checkoutRoot = (directory: string): string => checkoutAt(directory) ?? realLocation(directory);

/**
 * The folders whose programs are never taken for llmch's own where it works in a directory: the checkout that it lies in, if it
 * lies in one.
 */
export const repoFolders = (directory: string): readonly string[] => {
  const root = checkoutAt(directory);
  return root === null || root === "/" ? [] : [root];
};
