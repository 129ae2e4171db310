import { relative } from "node:path";
import { realLocation } from "@llmch/files";
import type { Git } from "./git.ts";
import { changedPaths, STATUS } from "./status.ts";

/** Tracked changes and untracked files of a checkout, but for those in the excluded places. Writes nothing. */
export const dirtyPaths = async (git: Git, root: string, excluded: readonly string[]): Promise<readonly string[]> => {
  const status = await git.run(STATUS);
  if (status.exitCode !== 0) throw new Error(`git status failed: ${status.stderr}`);
  return outside(root, excluded, changedPaths(status.stdout.toString()));
};

/**
 * The paths (relative to `root`) that do not lie at or in one of the excluded places. A place that is the checkout itself
 * or lies around it excuses nothing: all of the user's own files are there.
 */
const outside = (root: string, excluded: readonly string[], paths: readonly string[]): readonly string[] => {
  const places = excluded.map((place) => relative(root, realLocation(place)));
  return paths.filter((path) => !places.some((place) => place === path || path.startsWith(`${place}/`)));
};
