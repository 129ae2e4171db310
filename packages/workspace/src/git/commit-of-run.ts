import type { Repository } from "./repository.ts";
import { trailedLog } from "./trailed-log.ts";

export interface CommitOfRun {
  readonly commit: string;
  readonly tree: string;
  /** The paths that it changed, in git's order. */
  readonly files: readonly string[];
}

/** A new branch may have a long history; a run's commit is near its tip. */
const MAX_COMMITS = 1000;

/**
 * The commit that a run made, if the branch has it after `from` (null: anywhere near its tip); otherwise null. On resume it tells
 * whether the branch moved before the crash (reliability §3.4).
 */
export const findCommitOfRun = async (
  { git }: Pick<Repository, "git">,
  branch: string,
  runId: string,
  from: string | null,
): Promise<CommitOfRun | null> => {
  const ref = `refs/heads/${branch}`;
  const seen = await git.run(["rev-parse", "--verify", "--quiet", ref]);
  if (seen.exitCode !== 0) return null;
  const which = [`--max-count=${MAX_COMMITS}`, from === null ? ref : `${from}..${ref}`];
  const commits = await trailedLog(git.ask, which, { of: branch });
  const found = commits.find(({ runs }) => runs.includes(runId));
  return found === undefined
    ? null
    : { commit: found.commit, tree: found.tree, files: await filesIn(git, found.commit) };
};

const filesIn = async (git: Repository["git"], commit: string): Promise<readonly string[]> => {
  const diff = ["diff-tree", "-r", "-z", "--root", "--no-renames", "--no-commit-id", "--name-only", commit];
  const listing = await git.run(diff);
  if (listing.exitCode !== 0) throw new Error(`the commit ${commit} cannot be read: ${listing.stderr}`);
  return listing.stdout
    .toString()
    .split("\0")
    .filter((path) => path !== "");
};
