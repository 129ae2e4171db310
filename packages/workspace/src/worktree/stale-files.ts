import type { Git } from "../git/git.ts";

const STALE: readonly string[] = [
  ...["-c", "core.checkStat=default"],
  ...["diff-files", "-z", "--name-only", "--ignore-submodules=all"],
];

/**
 * Files that the file system does not show as the index has them, whether or not their bytes differ; unlike a snapshot, git does not
 * notice a new mode in the very second of the checkout. Throws if git cannot tell.
 */
export const staleFiles = async (git: Git): Promise<readonly string[]> => {
  const listed = await git.run(STALE);
  if (listed.exitCode !== 0) throw new Error(`git diff-files failed: ${listed.stderr}`);
  return listed.stdout
    .toString()
    .split("\0")
    .filter((path) => path !== "");
};
