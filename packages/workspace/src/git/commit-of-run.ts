import { RUN_TRAILER } from "@llmch/contract";
import type { Repository } from "./repository.ts";

export interface CommitOfRun {
  readonly commit: string;
  readonly tree: string;
  /** The paths that it changed, in git's order. */
  readonly files: readonly string[];
}

/** A new branch may stand on a long history; a run's commit is near its tip. */
const MAX_COMMITS = 1000;

/**
 * The commit that a run made, where the branch holds it after `from` (null: anywhere near its tip); null where it does not.
 * On resume it tells whether the branch moved before the crash (reliability §3.4).
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
  const log = await git.run([
    "log",
    `--max-count=${MAX_COMMITS}`,
    "--no-notes",
    `--format=%H%x00%T%x00%(trailers:key=${RUN_TRAILER},valueonly,separator=%x1f)%x00`,
    from === null ? ref : `${from}..${ref}`,
    "--",
  ]);
  if (log.exitCode !== 0) throw new Error(`the history of ${branch} cannot be read: ${log.stderr}`);
  const fields = log.stdout.toString().split("\0");
  for (let index = 0; index + 2 < fields.length; index += 3) {
    const [commit = "", tree = "", runs = ""] = fields.slice(index, index + 3).map((field) => field.trim());
    if (runs.split("\u001f").includes(runId)) return { commit, tree, files: await filesIn(git, commit) };
  }
  return null;
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
