import { rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside, keptText, namesOrFault, realLocation, removeTree } from "@llmch/files";
import type { Repository } from "./repository.ts";

/** Git's record of a linked worktree: `<common dir>/worktrees/<name>`. */
export interface AdminDirectory {
  readonly name: string;
  readonly path: string;
  /** The worktree's folder; null if git was killed before it wrote that. */
  readonly tree: string | null;
}

type Common = Pick<Repository, "commonDir">;

export const adminDirectories = ({ commonDir }: Common): readonly AdminDirectory[] => {
  const folder = join(commonDir, "worktrees");
  return namesOrFault(folder).map((name) => {
    const path = join(folder, name);
    const file = textOf(join(path, "gitdir"));
    return { name, path, tree: file === null || file === "" ? null : dirname(resolve(path, file)) };
  });
};

/**
 * Makes git forget the worktrees at or in one of llmch's folders, as `git worktree remove` does, and those with its name, even if
 * their records are damaged. Throws if something stays.
 */
export const forgetWorktrees = (repo: Common, folder: string, name: string): void => {
  for (const record of adminDirectories(repo)) {
    if (record.name === name || (record.tree !== null && isInside(folder, record.tree))) removeTree(record.path);
  }
  try {
    rmdirSync(join(repo.commonDir, "worktrees"));
  } catch {
    // There are others, or there were none.
  }
};

/** The directory that a worktree's `.git` file names, links resolved, or null if there is none. */
export const linkedGitDir = (tree: string): string | null => {
  const text = textOf(join(tree, ".git"));
  const named = text?.startsWith("gitdir: ") ? text.slice("gitdir: ".length) : null;
  return named === null ? null : realLocation(resolve(tree, named));
};

const textOf = (file: string): string | null => keptText(file)?.trimEnd() ?? null;
