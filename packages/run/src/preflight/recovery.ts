import { closeAbandonedRuns } from "@llmch/store";
import {
  clearStaleGitLocks,
  finishForward,
  interruptedForward,
  type Lock,
  type Repository,
  sweepAbandonedWorktrees,
} from "@llmch/workspace";

/** Removes worktrees of runs that are gone, and says so, one sentence each. */
export const clearWorktrees = async (repo: Repository): Promise<string[]> =>
  (await sweepAbandonedWorktrees(repo)).map((path) => `cleared what an earlier run left: ${path}`);

/**
 * Clears what killed runs left in a repo and among the artifacts: run directories that were never closed, worktrees and commands, git
 * locks, and a checkout that was being brought forward. Touches only what is provably llmch's own, while the branch's lock is held.
 * Returns a sentence for each.
 */
export const clearLeftovers = async (
  repo: Repository,
  branch: string,
  lock: Lock,
  artifactsRoot: string,
): Promise<readonly string[]> => {
  await closeAbandonedRuns(artifactsRoot);
  const said = await clearWorktrees(repo);
  if (lock.takenOverFrom !== null) {
    const { run, started_at_utc: since } = lock.takenOverFrom;
    const { removed, left } = await clearStaleGitLocks(repo, { branch, since });
    said.push(`took over from the run ${run}, which is gone; what it recorded stays in its folder`);
    said.push(...removed.map((path) => `removed a lock that it left: ${path}`), ...left);
  }
  const half = interruptedForward(repo);
  if (half !== null && half.branch === branch) {
    const behind = await finishForward(repo, half);
    said.push(behind ?? `finished bringing the checkout to ${half.commit.slice(0, 10)}`);
  }
  return said;
};
