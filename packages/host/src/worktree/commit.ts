import { accepted, type RepoPath, rejected, type Verdict } from "@llmch/contract";
import type { Git } from "../git/git.ts";
import { identityEnvironment } from "../git/identity.ts";
import type { Repository } from "../git/repository.ts";

const ADD = ["--literal-pathspecs", "add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul"] as const;
const COMMIT = [
  "commit",
  "--quiet",
  "--file=-",
  "--cleanup=verbatim",
  "--allow-empty",
  "--no-verify",
  "--no-gpg-sign",
  "--no-status",
] as const;

/**
 * Commits the index as it is and the named files as they stand in the tree, on top of our detached HEAD; no branch
 * moves. Ignored files are taken too, a new file gets 100644, an existing one keeps its mode; line endings are converted
 * as git does, filters are not run. Objects are synced to the disk.
 */
export const writeCommit = async (
  repo: Pick<Repository, "env" | "configuration">,
  git: Git,
  message: string,
  paths: readonly RepoPath[],
): Promise<Verdict<null, string>> => {
  if (paths.length > 0) {
    // Without file modes, what a command did to them is not committed.
    const added = await git.run(ADD, { input: paths.join("\0"), settings: [["core.fileMode", "false"]] });
    if (added.exitCode !== 0) return rejected(`git could not take the files: ${added.stderr}`);
  }
  const environment = identityEnvironment(repo.env, await repo.configuration());
  const committed = await git.run(COMMIT, { input: message, environment });
  return committed.exitCode === 0 ? accepted(null) : rejected(`git could not commit: ${committed.stderr}`);
};
