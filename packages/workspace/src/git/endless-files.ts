import { type Stats, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { GitFolders } from "./git-folders.ts";

/** Files that git opens before it answers anything, and those that it looks objects up in. */
const SHARED = [
  ...["config", "packed-refs", "shallow", "info/attributes", "info/exclude"],
  ...["objects/info/alternates", "objects/info/commit-graph", "objects/info/commit-graphs/commit-graph-chain"],
  "objects/pack/multi-pack-index",
];
const OF_CHECKOUT = ["HEAD", "commondir", "config.worktree", "index"];

/**
 * A pipe or a device in place of a file that git opens in any repo: git would wait there, or read without an end. Gives its path, or null if
 * there is none. A link to `/dev/null` is an empty file.
 */
export const endlessFile = ({ gitDir, commonDir }: GitFolders): string | null =>
  [...OF_CHECKOUT.map((name) => join(gitDir, name)), ...SHARED.map((name) => join(commonDir, name))].find((file) =>
    isEndless(standingAt(file)),
  ) ?? null;

/** The same for refs: git opens all those of a folder to list one. Reads only folders, so that many refs take little time. */
export const endlessRef = async ({ gitDir, commonDir }: GitFolders): Promise<string | null> => {
  for (const folder of new Set([commonDir, gitDir])) {
    const found = await endlessBelow(join(folder, "refs"));
    if (found !== null) return found;
  }
  return null;
};

const endlessBelow = async (folder: string): Promise<string | null> => {
  // Git itself tells of a folder that cannot be read.
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) continue;
    const path = join(folder, entry.name);
    const isHere = !entry.isDirectory() && isEndless(await stat(path).catch(() => undefined));
    const found = entry.isDirectory() ? await endlessBelow(path) : isHere ? path : null;
    if (found !== null) return found;
  }
  return null;
};

const standingAt = (file: string): Stats | undefined => {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

const isEndless = (standing: Stats | undefined): boolean =>
  standing?.isFIFO() === true ||
  ((standing?.isCharacterDevice() === true || standing?.isBlockDevice() === true) &&
    standing.rdev !== standingAt("/dev/null")?.rdev);
