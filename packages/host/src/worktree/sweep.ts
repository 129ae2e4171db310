import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isInside } from "../files/location.ts";
import { removeTree } from "../files/remove-tree.ts";
import type { Repository } from "../git/repository.ts";
import { isDead, ownerOf } from "./owner.ts";
import { temporaryRoots } from "./temporary-folder.ts";

/**
 * Removes the worktrees that a killed run of ours left in this repo: those whose owner is dead, of this machine and
 * this user. The user's own worktrees are never touched, stale ones neither. Gives the folders that it removed.
 */
export const sweepAbandonedWorktrees = async (repo: Repository): Promise<readonly string[]> => {
  const swept: string[] = [];
  for (const tree of new Set([...registeredTrees(repo), ...unregisteredTrees(repo)])) {
    const folder = dirname(tree);
    const owner = ownerOf(basename(folder));
    if (owner === null || !isDead(owner) || !isOurs(folder)) continue;
    try {
      killProcessesIn(folder);
      await dismantle(repo, folder, tree);
      swept.push(folder);
    } catch {
      // Another run may be sweeping the same one; what stays is found again the next time.
    }
  }
  return swept;
};

/** Ends the commands that outlived their run: on Linux they are known by the folder that they work in. */
const killProcessesIn = (folder: string): void => {
  for (const id of namesIn("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (isInside(folder, readlinkSync(`/proc/${id}/cwd`))) process.kill(Number(id), "SIGKILL");
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
};

/** Removes a worktree's folder and git's record of it, whatever is left of either. Throws where something stays. */
export const dismantle = async (repo: Repository, folder: string, tree: string): Promise<void> => {
  // Git would not remove a tree that a command has damaged; it forgets one that is gone.
  removeTree(tree);
  if (adminDirs(repo).some(({ tree: registered }) => registered === tree)) {
    const removed = await repo.git.run(["worktree", "remove", "--force", "--force", tree]);
    if (removed.exitCode !== 0 && adminDirs(repo).some(({ tree: registered }) => registered === tree)) {
      throw new Error(removed.stderr);
    }
  }
  removeTree(folder);
};

const registeredTrees = (repo: Repository): readonly string[] =>
  adminDirs(repo)
    .map(({ tree }) => tree)
    .filter((tree) => basename(tree) === "tree" && ownerOf(basename(dirname(tree))) !== null);

/** Folders of ours that git does not know of (yet, or any more), unless they belong to another repo. */
const unregisteredTrees = (repo: Repository): readonly string[] =>
  temporaryRoots(repo).flatMap((root) =>
    readdirSync(root)
      .filter((name) => ownerOf(name) !== null)
      .map((name) => join(root, name, "tree"))
      .filter((tree) => {
        const gitDir = linkedGitDir(tree);
        return gitDir === null || isInside(repo.commonDir, gitDir);
      }),
  );

/** Git's records of linked worktrees: each names the `.git` file of its tree. */
const adminDirs = ({ commonDir }: Repository): readonly { readonly tree: string }[] => {
  const folder = join(commonDir, "worktrees");
  return namesIn(folder).flatMap((name) => {
    const file = textOf(join(folder, name, "gitdir"));
    return file === null ? [] : [{ tree: dirname(resolve(folder, name, file)) }];
  });
};

/** The directory that a worktree's `.git` file names, or null where there is none. */
export const linkedGitDir = (tree: string): string | null => {
  const text = textOf(join(tree, ".git"));
  const named = text?.startsWith("gitdir: ") ? text.slice("gitdir: ".length) : null;
  return named === null ? null : isAbsolute(named) ? named : resolve(tree, named);
};

const isOurs = (folder: string): boolean => {
  const standing = lstatSync(folder, { throwIfNoEntry: false });
  return standing === undefined || (standing.isDirectory() && standing.uid === process.getuid?.());
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8").trimEnd();
  } catch {
    return null;
  }
};
