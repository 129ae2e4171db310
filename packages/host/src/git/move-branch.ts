import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accepted, rejected, type Verdict } from "@llmch/contract";
import type { Git } from "./git.ts";
import { outside, type Repository } from "./repository.ts";
import { changedPaths, STATUS } from "./status.ts";

/** A commit that its branch points at. */
export interface SealedCommit {
  readonly commit: string;
  readonly tree: string;
  /** What the user should know, such as a checkout that could not be brought forward. */
  readonly warnings: readonly string[];
}

/** A branch's step to the commit at the HEAD of a worktree of ours. `from` is null where the branch is yet to be made. */
export interface BranchMove {
  readonly branch: string;
  readonly from: string | null;
  /** What the reflog says. */
  readonly reason: string;
  /** Absolute paths that are no dirt in the user's checkout. */
  readonly excluded: readonly string[];
}

/**
 * Moves a branch to our HEAD by compare-and-swap. Where the user stands on it with a clean tree, the checkout comes
 * along, as by `git merge --ff-only`; no file of the user's is overwritten, ignored ones neither. Rejected where the
 * branch is not at `from`.
 * @param ours git in the worktree whose HEAD is the new commit
 */
export const moveBranch = async (
  repo: Repository,
  ours: Git,
  move: BranchMove,
): Promise<Verdict<SealedCommit, string>> => {
  if (!(await standsOn(repo, move))) {
    const [ids, fault] = await Promise.all([readHead(ours), swap(ours, move)]);
    return fault === null ? accepted({ ...ids, warnings: [] }) : lost(move, ids.commit, fault);
  }
  const ids = await readHead(ours);
  const obstacle = await bringForward(repo, ids.commit, move.excluded);
  if (obstacle === null) return accepted({ ...ids, warnings: [] });
  const fault = await swap(ours, move);
  return fault === null
    ? accepted({ ...ids, warnings: [stayedBehind(move, ids.commit, obstacle)] })
    : lost(move, ids.commit, fault);
};

const readHead = async (ours: Git): Promise<{ readonly commit: string; readonly tree: string }> => {
  const ids = await ours.run(["rev-parse", "HEAD", "HEAD^{tree}"]);
  const [commit = "", tree = ""] = ids.stdout.toString().split("\n");
  if (ids.exitCode !== 0) throw new Error(`the new commit cannot be read: ${ids.stderr}`);
  return { commit, tree };
};

/** Git's complaint, or null where the branch was at `from` and is at our HEAD now. */
const swap = async (ours: Git, { branch, from, reason }: BranchMove): Promise<string | null> => {
  // An empty old value means that there must be no such branch.
  const swapped = await ours.run(["update-ref", "-m", reason, `refs/heads/${branch}`, "HEAD", from ?? ""]);
  return swapped.exitCode === 0 ? null : swapped.stderr;
};

const lost = ({ branch }: BranchMove, commit: string, fault: string) =>
  rejected(
    `the branch ${branch} moved meanwhile, or is locked; the work is in commit ${commit}: ` +
      `keep it with \`git branch <name> ${commit}\` (${fault})`,
  );

const stayedBehind = ({ branch, from }: BranchMove, commit: string, obstacle: string): string =>
  `${branch} is now at ${commit.slice(0, 10)}, but your checkout of it stayed behind (${obstacle}): ` +
  `\`git reset --soft ${from?.slice(0, 10)}\` shows your own changes alone; once they are committed on another branch, ` +
  `stashed or moved away, \`git merge --ff-only ${commit.slice(0, 10)}\` brings it forward`;

const standsOn = async ({ git, gitDir }: Repository, { branch, from }: BranchMove): Promise<boolean> => {
  if (from === null || isElsewhere(readFileSync(join(gitDir, "HEAD"), "utf8"), branch)) return false;
  const head = await git.ask("rev-parse", "HEAD", "--symbolic-full-name", "HEAD");
  return head.ok && head.value === `${from}\nrefs/heads/${branch}\n`;
};

/** True where a HEAD file surely does not name the branch; what it is in newer ref stores, git has to say. */
const isElsewhere = (head: string, branch: string): boolean =>
  /^[0-9a-f]+\n$/.test(head) ||
  (head.startsWith("ref: refs/heads/") &&
    !["ref: refs/heads/.invalid\n", `ref: refs/heads/${branch}\n`].includes(head));

const FAST_FORWARD = [
  "merge",
  "--ff-only",
  "--no-overwrite-ignore",
  "--no-autostash",
  "--no-verify-signatures",
  "--no-stat",
  "--quiet",
] as const;

/** Why the user's checkout stays where it is, or null where it came forward, and the branch with it. */
const bringForward = async (
  { git, root }: Repository,
  commit: string,
  excluded: readonly string[],
): Promise<string | null> => {
  const status = await git.run(STATUS);
  if (status.exitCode !== 0) return `git status failed: ${status.stderr}`;
  const dirty = outside(root, excluded, changedPaths(status.stdout.toString()));
  if (dirty.length > 0) return `it has changes: ${dirty.slice(0, 3).join(", ")}`;
  const merged = await git.run([...FAST_FORWARD, commit], { environment: { GIT_OPTIONAL_LOCKS: "1" } });
  return merged.exitCode === 0 ? null : merged.stderr.split("\n").slice(0, 3).join(" ").replace(/\s+/g, " ");
};
