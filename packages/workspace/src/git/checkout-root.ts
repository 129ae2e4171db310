import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { realLocation } from "@llmch/files";

/**
 * The root of the checkout that a directory lies in, links resolved: the nearest folder upwards with a `.git`, whatever that
 * is; the directory itself where there is none. Git is not asked: that would cost more than all else.
 */
export const checkoutRoot = (directory: string): string => {
  const start = realLocation(directory);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return start;
  }
};

/** The root of the checkout that a directory lies in, or null if it lies in none. */
export const checkoutAt = (directory: string): string | null => {
  const root = checkoutRoot(directory);
  return existsSync(join(root, ".git")) ? root : null;
};

/**
 * The folders whose programs are never taken for llmch's own where it works in a directory: the checkout that it lies in, if it
 * lies in one.
 */
export const repoFolders = (directory: string): readonly string[] => {
  const root = checkoutAt(directory);
  return root === null || root === "/" ? [] : [root];
};
