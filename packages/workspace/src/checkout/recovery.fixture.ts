import { openRepository } from "../git/open-repository.ts";
import { findCommitOfRun } from "../git/trailers.ts";
import { acquireLock } from "../lock/lock.ts";
import { clearStaleGitLocks } from "../recovery/stale-locks.ts";
import { sweepAbandonedWorktrees } from "../recovery/sweep.ts";
import { finishForward } from "./forward.ts";
import { interruptedForward } from "./index-lock.ts";

export const RUN = "01CRASHEDRUN";

export interface CrashSite {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the branch was; null if it did not exist yet. */
  readonly from: string | null;
  readonly since: string;
}

/** The git part of `llmch resume` for a run that was about to commit. */
export const recover = async ({ path, env, from, since }: CrashSite): Promise<void> => {
  const opened = await openRepository(path, env);
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const repo = opened.value;
  const lock = acquireLock(repo, "work", { run: "recovery" });
  if (!lock.ok) throw new Error(lock.issues[0].message);
  await sweepAbandonedWorktrees(repo);
  const { left } = await clearStaleGitLocks(repo, { branch: "work", since });
  if (left.length > 0) throw new Error(left.join());
  const half = interruptedForward(repo);
  if (half !== null) await finishForward(repo, half);
  const found = await findCommitOfRun(repo, "work", RUN, from);
  if (found !== null && from !== null) {
    const behind = await finishForward(repo, { branch: "work", from, commit: found.commit });
    if (behind !== null) throw new Error(behind);
  }
  lock.value.release();
};
