import { accepted, rejected, type Verdict } from "@llmch/contract";
import { outside, type Repository } from "./repository.ts";
import { changedPaths, STATUS } from "./status.ts";

/** A branch's step from one commit to the next. `from` is null where the branch is yet to be made. */
export interface BranchMove {
  readonly branch: string;
  readonly from: string | null;
  readonly to: string;
  /** What the reflog says. */
  readonly reason: string;
}

/**
 * Moves a branch by compare-and-swap. Where the user stands on it with a clean tree, the checkout comes along, as by
 * `git merge --ff-only`; no file of the user's is overwritten, ignored ones neither. The value holds warnings: what the
 * user does where the checkout could not come along. Rejected where the branch is not at `from`.
 */
export const moveBranch = async (
  repo: Repository,
  move: BranchMove,
  excluded: readonly string[],
): Promise<Verdict<readonly string[], string>> => {
  const stands = await standsOn(repo, move);
  const obstacle = stands ? await bringForward(repo, move, excluded) : null;
  if (stands && obstacle === null) return accepted([]);
  const { branch, from, to, reason } = move;
  const nothing = "0".repeat(to.length);
  const moved = await repo.git.run(["update-ref", "-m", reason, `refs/heads/${branch}`, to, from ?? nothing]);
  if (moved.exitCode !== 0) {
    return rejected(
      `the branch ${branch} moved meanwhile, or is locked; the work is in commit ${to}: ` +
        `keep it with \`git branch <name> ${to}\` (${moved.stderr})`,
    );
  }
  if (obstacle === null || from === null) return accepted([]);
  return accepted([
    `${branch} is now at ${to.slice(0, 10)}, but your checkout of it stayed behind (${obstacle}): ` +
      `\`git reset --soft ${from.slice(0, 10)}\` shows your own changes again; once they are committed elsewhere, ` +
      `stashed or moved, \`git merge --ff-only ${to.slice(0, 10)}\` brings it forward`,
  ]);
};

const standsOn = async ({ git }: Repository, { branch, from }: BranchMove): Promise<boolean> => {
  if (from === null) return false;
  const head = await git.ask("rev-parse", "HEAD", "--symbolic-full-name", "HEAD");
  return head.ok && head.value === `${from}\nrefs/heads/${branch}\n`;
};

const FAST_FORWARD = [
  "merge",
  "--ff-only",
  "--no-overwrite-ignore",
  "--no-autostash",
  "--no-verify-signatures",
  "--no-stat",
  "--quiet",
] as const;

/** Why the checkout stays where it is, or null where it came forward, and the branch with it. */
const bringForward = async (
  { git, root }: Repository,
  { to }: BranchMove,
  excluded: readonly string[],
): Promise<string | null> => {
  const status = await git.run(STATUS);
  if (status.exitCode !== 0) return `git status failed: ${status.stderr}`;
  const dirty = outside(root, excluded, changedPaths(status.stdout.toString()));
  if (dirty.length > 0) return `it has changes: ${dirty.slice(0, 3).join(", ")}`;
  const merged = await git.run([...FAST_FORWARD, to], { environment: { GIT_OPTIONAL_LOCKS: "1" } });
  return merged.exitCode === 0 ? null : merged.stderr.split("\n").slice(0, 3).join(" ").replace(/\s+/g, " ");
};
