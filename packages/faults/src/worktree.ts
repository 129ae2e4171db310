import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { commandEnvironment } from "@llmch/process";
import { type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { createWorktree, openRepository, type Worktree } from "@llmch/workspace";

/** One of llmch's worktrees, in a throw-away repo with these files. */
export const openWorktree = async (
  files: Readonly<Record<string, string>>,
): Promise<{ readonly worktree: Worktree; readonly user: ThrowawayRepo; remove(): void }> => {
  const user = throwawayRepo(files);
  const opened = await openRepository(user.path, user.env);
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const worktree = await createWorktree(opened.value, {
    baseline: user.git("rev-parse", "HEAD"),
    signal: new AbortController().signal,
    environment: commandEnvironment({ ...user.env }),
  });
  const remove = () => {
    rmSync(dirname(worktree.root), { recursive: true, force: true });
    user.remove();
  };
  return { worktree, user, remove };
};
