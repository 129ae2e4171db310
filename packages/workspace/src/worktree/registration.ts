import { existsSync, lstatSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf, makeDirectory, namedFault, namesIn, realLocation, removeTree } from "@llmch/files";
import type { Repository } from "../git/repository.ts";
import { forgetWorktrees, linkedGitDir } from "../git/worktree-records.ts";
import { OWNER_FILE, ownedNameOf, removeEmptied } from "../places/temporary-folder.ts";
import { type Attachment, attach } from "./attachment.ts";

/**
 * Makes an empty worktree that git knows of, detached at a commit. Must not be interrupted: it takes no time, and git's record of
 * it must be complete, and is named as the owner of the folder around it.
 * @param seen by what path commands see the repo's shared folder
 */
export const register = async (
  repo: Repository,
  root: string,
  commit: string,
  seen = repo.commonDir,
): Promise<Attachment> => {
  if (realLocation(root) !== root) throw new Error(`a link is in the way to ${root}`);
  const name = ownedNameOf(dirname(root));
  if (name === null) throw new Error(`nobody owns ${dirname(root)} any more`);
  if (existsSync(join(repo.commonDir, "reftable"))) return registerByGit(repo, root, { name, commit, seen });
  const record = join(repo.commonDir, "worktrees", name);
  try {
    mkdirSync(root);
    writeFileSync(join(root, ".git"), `gitdir: ${join(seen, "worktrees", name)}\n`);
  } catch (fault) {
    throw namedFault(`the worktree ${root}`, "made", fault);
  }
  // Made aside and renamed: a git that looks for stale records finds it complete or not at all.
  const making = join(repo.commonDir, name);
  try {
    mkdirSync(making);
    writeFileSync(join(making, "gitdir"), `${join(root, ".git")}\n`);
    writeFileSync(join(making, "commondir"), "../..\n");
    writeFileSync(join(making, "HEAD"), `${commit}\n`);
    moveInto(join(repo.commonDir, "worktrees"), making);
  } catch (fault) {
    removeTree(making);
    throw fault;
  }
  return attach(root, record);
};

/** Another run may be removing the folder at the moment, because it is empty. */
const moveInto = (folder: string, made: string): void => {
  for (let tries = 1; ; tries++) {
    try {
      makeDirectory(folder);
      renameSync(made, join(folder, basename(made)));
      return;
    } catch (fault) {
      const code = errnoOf(fault);
      if (tries === 100 || (code !== "ENOENT" && code !== "EEXIST")) throw fault;
    }
  }
};

/** If the repo does not keep refs in files, only git can make the record's, which it names after the tree. */
const registerByGit = async (
  repo: Repository,
  root: string,
  { name, commit, seen }: { readonly name: string; readonly commit: string; readonly seen: string },
): Promise<Attachment> => {
  makeDirectory(join(repo.commonDir, "worktrees"));
  const named = join(dirname(root), name);
  const added = await repo.git.run(["worktree", "add", "--detach", "--no-checkout", named, commit]);
  const gitDir = added.exitCode === 0 ? linkedGitDir(named) : null;
  if (gitDir === null) throw new Error(`git worktree add failed: ${added.stderr}`);
  renameSync(named, root);
  writeFileSync(join(gitDir, "gitdir"), `${join(root, ".git")}\n`);
  writeFileSync(join(root, ".git"), `gitdir: ${join(seen, "worktrees", basename(gitDir))}\n`);
  return attach(root, gitDir);
};

/** Has git make a worktree of the user's, detached at a commit, and run no hook and no filter. Gives what git says if it does not. */
export const addWorktree = async (
  { commonDir, git }: Pick<Repository, "commonDir" | "git">,
  root: string,
  commit: string,
): Promise<string | null> => {
  makeDirectory(join(commonDir, "worktrees"));
  const added = await git.run(["worktree", "add", "--detach", root, commit]);
  const gitDir = added.exitCode === 0 ? linkedGitDir(root) : null;
  if (gitDir === null) return `${added.stderr}`.trim();
  // Git writes the record's path as it was given, not resolved.
  writeFileSync(join(root, ".git"), `gitdir: ${gitDir}\n`);
  return null;
};

/** Removes a worktree's folder and git's record of it, whatever is left of either. Throws if something stays. */
export const dismantle = async (repo: Pick<Repository, "commonDir">, folder: string): Promise<void> => {
  // The folder goes last: while it exists, it leads to what is left of the record. A link in its place leads to somebody else's files.
  const isOurs = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  for (const name of isOurs ? namesIn(folder) : []) if (name !== OWNER_FILE) removeTree(join(folder, name));
  forgetWorktrees(repo, folder, ownedNameOf(folder) ?? basename(folder));
  if (isOurs) removeEmptied(folder);
};
