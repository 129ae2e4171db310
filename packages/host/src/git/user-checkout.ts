import { join } from "node:path";
import { faultInWords } from "../files/errno.ts";
import { mayBeOn } from "./branches.ts";
import { dirtyPaths } from "./dirty-paths.ts";
import type { Repository } from "./repository.ts";

/** True where the user's checkout is on the branch, and at this commit. */
export const standsOn = async (
  { git, gitDir }: Repository,
  branch: string,
  commit: string | null,
): Promise<boolean> => {
  if (commit === null || !mayBeOn(join(gitDir, "HEAD"), branch)) return false;
  const head = await git.ask("rev-parse", "HEAD", "--symbolic-full-name", "HEAD");
  return head.ok && head.value === `${commit}\nrefs/heads/${branch}\n`;
};

const FAST_FORWARD = [
  "merge",
  "--ff-only",
  "--no-overwrite-ignore",
  "--no-autostash",
  "--no-verify-signatures",
  "--no-stat",
  "--quiet",
] as const;

/**
 * Brings the user's checkout and its branch forward to a commit, as `git merge --ff-only` does; only a clean one, and no
 * file of the user's is overwritten, ignored ones neither. Null, or why it stays where it is.
 * @param excluded absolute paths that are no dirt
 */
export const bringForward = async (
  { git, root }: Repository,
  commit: string,
  excluded: readonly string[],
): Promise<string | null> => {
  try {
    const dirty = await dirtyPaths(git, root, excluded);
    if (dirty.length > 0) return `it has changes: ${dirty.slice(0, 3).join(", ")}`;
  } catch (fault) {
    return faultInWords(fault);
  }
  const merged = await git.run([...FAST_FORWARD, commit], { environment: { GIT_OPTIONAL_LOCKS: "1" } });
  return merged.exitCode === 0 ? null : merged.stderr.split("\n").slice(0, 3).join(" ").replace(/\s+/g, " ");
};
