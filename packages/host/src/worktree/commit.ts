import { accepted, type RepoPath, rejected, type Verdict } from "@llmch/contract";
import type { Git } from "../git/git.ts";
import { identityEnvironment } from "../git/identity.ts";
import type { Repository } from "../git/repository.ts";

export interface WrittenCommit {
  readonly commit: string;
  readonly tree: string;
}

/**
 * Makes a commit on `parent` of the index as it is and the named files as they stand in the tree; no ref moves. Ignored
 * files are taken too, a new file gets 100644, an existing one keeps its mode; line endings are converted as git does,
 * filters are not run. Objects are synced to the disk.
 */
export const writeCommit = async (
  repo: Pick<Repository, "env" | "configuration">,
  git: Git,
  parent: string,
  message: string,
  paths: readonly RepoPath[],
): Promise<Verdict<WrittenCommit, string>> => {
  if (paths.length > 0) {
    const add = ["--literal-pathspecs", "add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul"];
    // Without file modes, what a command did to them is not committed.
    const added = await git.run(add, { input: paths.join("\0"), settings: [["core.fileMode", "false"]] });
    if (added.exitCode !== 0) return rejected(`git could not take the files: ${added.stderr}`);
  }
  const tree = await git.run(["write-tree"]);
  if (tree.exitCode !== 0) return rejected(`git could not write the tree: ${tree.stderr}`);
  const treeId = tree.stdout.toString().trim();
  const environment = identityEnvironment(repo.env, await repo.configuration());
  const commit = await git.run(["commit-tree", "-p", parent, "-F", "-", treeId], { input: message, environment });
  if (commit.exitCode !== 0) return rejected(`git could not write the commit: ${commit.stderr}`);
  return accepted({ commit: commit.stdout.toString().trim(), tree: treeId });
};
