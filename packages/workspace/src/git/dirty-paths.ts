import { basename, dirname, join, relative, resolve } from "node:path";
import { realLocation } from "@llmch/files";
import type { Git } from "./git.ts";
import { changedPaths, STATUS } from "./status.ts";

/**
 * Tracked changes and untracked files of a checkout, except those in the excluded places. Writes nothing. Throws if git fails, or
 * if the signal ends it: git waits for ever at a pipe in the place of a `.gitignore`.
 */
export const dirtyPaths = async (
  git: Git,
  root: string,
  excluded: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> => {
  const status = await git.run(STATUS, signal === undefined ? {} : { signal });
  if (status.exitCode !== 0) throw new Error(`git status failed: ${status.stderr}`);
  return outside(root, excluded, changedPaths(status.stdout.toString()));
};

/**
 * The paths (relative to `root`) that are not at or in an excluded place. A place that is the checkout itself or contains it
 * excludes nothing: all of the user's own files are there.
 */
const outside = (root: string, excluded: readonly string[], paths: readonly string[]): readonly string[] => {
  const places = excluded.flatMap((place) => [realLocation(place), asNamed(place)]).map((at) => relative(root, at));
  return paths.filter((path) => !places.some((place) => place === path || path.startsWith(`${place}/`)));
};

/** The place as named, so the link itself if it is one: git lists that, not its target. */
const asNamed = (place: string): string => join(realLocation(dirname(resolve(place))), basename(place));
