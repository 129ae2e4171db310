import { symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { keptText, makeDirectory, removeTree } from "@llmch/files";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { findDependencyFolders } from "../dependencies/dependency-folders.ts";
import { configFileText, configValue } from "../git/configuration.ts";
import { createGit, gitProgram } from "../git/git.ts";
import { harmlessSettings, neutralSettings } from "../git/neutral-settings.ts";
import { openRepository } from "../git/open-repository.ts";
import type { Repository } from "../git/repository.ts";
import { makeTemporaryFolder } from "../places/temporary-folder.ts";

/** A temporary repo that has all objects of another one and none of its branches or remotes. */
export interface ScratchRepository {
  readonly repo: Repository;
  /** An empty folder for anything that should go with it. */
  readonly beside: string;
  /** Removes all of it. Throws if something stays. */
  remove(): void;
}

/**
 * Makes one in a temporary folder, with HEAD at a commit and no file checked out. It borrows its objects, and writes nothing to
 * the repo that they belong to. The sweep of worktrees also removes what a killed process leaves of it.
 * @param dependencies the names of folders to link from the checkout
 */
export const openScratchRepository = async (
  from: Repository,
  { commit, dependencies }: { readonly commit: string; readonly dependencies: readonly string[] },
): Promise<Result<ScratchRepository, Refusal>> => {
  const folder = makeTemporaryFolder(from);
  const remove = () => removeTree(folder);
  try {
    const made = await makeIn(join(folder, SCRATCH), from, commit, dependencies);
    if (!made.ok) {
      remove();
      return rejected(refusal("unreadable-input", made.issues[0], "see that the repo is whole: `git fsck`"));
    }
    const beside = join(folder, "beside");
    makeDirectory(beside);
    return accepted({ repo: made.value, beside, remove });
  } catch (fault) {
    remove();
    throw fault;
  }
};

const makeIn = async (
  root: string,
  from: Repository,
  commit: string,
  dependencies: readonly string[],
): Promise<Result<Repository, string>> => {
  const { commonDir, env } = from;
  const entries = await from.configuration();
  const notFrom = [from.root, from.gitDir, commonDir];
  const program = gitProgram(env, notFrom);
  if (program === null) return rejected("git is not on the PATH");
  const view = () => ({ settings: neutralSettings([]), commonDir: null });
  const format = configValue(entries, "extensions.objectformat") ?? "sha1";
  const making = createGit({ program, directory: dirname(root), notFrom, env, view });
  const begun = await making.run(["init", "--quiet", "--template=", `--object-format=${format}`, root]);
  if (begun.exitCode !== 0) return rejected(`no repo can be made in ${root}: ${begun.stderr.trim()}`);
  const git = join(root, ".git");
  const settings = [...harmlessSettings(entries, "local"), ...harmlessSettings(entries, "worktree")];
  writeFileSync(join(git, "config"), configFileText(settings.filter(({ name }) => OF_TREES.test(name))), { flag: "a" });
  makeDirectory(join(git, "objects/info"));
  writeFileSync(join(git, "objects/info/alternates"), `${join(commonDir, "objects")}\n`);
  makeDirectory(join(git, "info"));
  const folders = await findDependencyFolders(from, await from.trackedFiles(commit), dependencies);
  const excluded = [keptText(join(commonDir, "info/exclude")) ?? "", ...folders.map((path) => `/${path}`), ""];
  writeFileSync(join(git, "info/exclude"), excluded.join("\n"));
  for (const name of ["info/attributes", "shallow"]) {
    const text = keptText(join(commonDir, name));
    if (text !== null) writeFileSync(join(git, name), text);
  }
  for (const path of folders) {
    makeDirectory(dirname(join(root, path)));
    symlinkSync(join(from.root, path), join(root, path));
  }
  const opened = await openRepository(root, env);
  if (!opened.ok) return rejected(opened.issues[0].message);
  const set = await opened.value.git.run(["update-ref", "--no-deref", "HEAD", commit]);
  return set.exitCode === 0 ? opened : rejected(`${commit} cannot be read: ${set.stderr.trim()}`);
};

/** Settings that decide what files and commits look like, not how the repo itself is kept or where its remotes are. */
const OF_TREES =
  /^(?:core\.(?:filemode|ignorecase|symlinks|precomposeunicode|autocrlf|eol|protecthfs|protectntfs)|(?:user|author|committer)\..*)$/;

/** The scratch repo's name in its temporary folder. */
export const SCRATCH = "scratch";
