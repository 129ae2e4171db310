import type { FactoryOptions } from "@llmch/config";
import { generatedBranch } from "@llmch/factory";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { isProtectedBranch, type Repository } from "@llmch/workspace";

/** Where the work starts, and its branch. */
export interface Baseline {
  readonly baseline: string;
  readonly branch: string;
  /** The branch's tip, or null if the first commit creates the branch. */
  readonly branchTip: string | null;
  /** The branch that is checked out; null if none is, or if it is the same. */
  readonly baseBranch: string | null;
}

const no = (code: Refusal["code"], message: string, hint: string) => rejected(refusal(code, message, hint));

/** The working branch's name, given or generated (contract §6) from the title of a plan, or of its one order. Does not look at the repo. */
export const nameBranch = (
  { branch }: Pick<FactoryOptions, "branch">,
  title: string,
  runId: string,
): Result<string, Refusal> => {
  if (branch === undefined) return accepted(generatedBranch(title, runId));
  if (isProtectedBranch(branch)) {
    return no("protected-branch", `${branch} is protected: llmch never commits to it`, "name another --branch");
  }
  if (branch.startsWith("refs/")) {
    return no("branch-name", `${branch} is a ref, not a branch's name`, "leave out `refs/heads/`");
  }
  return accepted(branch);
};

/** The commit that the first order starts from. */
export const findBaseline = async (
  repo: Repository,
  branch: string,
  options: FactoryOptions,
): Promise<Result<Baseline, Refusal>> => {
  const isNamed = options.branch !== undefined;
  const [head, tip, target, [alias], generatedFault] = await Promise.all([
    repo.head(),
    isNamed ? repo.branchTip(branch) : null,
    isNamed ? repo.branchTarget(branch) : null,
    isNamed ? repo.branchAliases(branch) : [],
    isNamed ? null : repo.branchNameFault(branch),
  ]);
  if (target !== null) {
    const message = `the branch ${branch} is only another name for ${target}`;
    return no("branch-name", message, "name a branch of its own");
  }
  if (alias !== undefined) {
    const message = `the branch ${alias} is only another name for ${branch}, and would move with it`;
    return no("branch-name", message, "name another --branch");
  }
  if (head.commit === null) {
    return no("no-commit", "the repo has no commit", "make one: `git commit --allow-empty -m start`");
  }
  if (head.branch === null && options.branch === undefined) {
    return no("detached-head", "HEAD is detached", "name a working branch with --branch");
  }
  if (generatedFault !== null) {
    const message = `a branch such as ${branch} cannot be made: ${generatedFault}`;
    return no("branch-name", message, "rename that one, or name a working branch with --branch");
  }
  let wanted: string | null = null;
  if (options.commitHash !== undefined) {
    wanted = await repo.resolveCommit(options.commitHash);
    if (wanted === null) {
      return no("unknown-commit", `--commit-hash ${options.commitHash} names no commit`, "give a commit of this repo");
    }
  }
  const baseBranch = head.branch === branch ? null : head.branch;
  const created = { baseline: wanted ?? head.commit, branch, branchTip: null, baseBranch };
  if (options.branch === undefined) return accepted(created);
  if (tip === null) {
    if (options.reuseBranch) {
      return no("branch-missing", `the branch ${branch} does not exist`, "drop --reuse-branch, or fix the name");
    }
    const fault = await repo.branchNameFault(branch);
    if (fault !== null) return no("branch-name", `${branch} cannot be a branch: ${fault}`, "choose another name");
    return accepted(created);
  }
  if (options.createBranch) {
    return no("branch-exists", `the branch ${branch} exists already`, "use --reuse-branch, or choose another name");
  }
  if (wanted !== null && wanted !== tip) {
    const message = `--commit-hash ${options.commitHash} is not the tip of ${branch} (${tip.slice(0, 10)})`;
    return no("commit-is-not-the-tip", message, "drop --commit-hash, or name a new branch");
  }
  return accepted({ baseline: tip, branch, branchTip: tip, baseBranch });
};

/** Why the branch cannot be moved: it is checked out elsewhere, or here with uncommitted changes, or a rebase of it is not finished. */
export const branchObstacle = async (
  repo: Repository,
  branch: string,
  dirty: readonly string[],
): Promise<Refusal | null> => {
  const unfinished = repo.unfinishedOn(branch);
  if (unfinished !== null) {
    const { doing, path } = unfinished;
    const hint = `finish or abort the ${doing}, or name another --branch`;
    return refusal("branch-checked-out", `a ${doing} of the branch ${branch} is not finished in ${path}`, hint);
  }
  const checkout = await repo.branchCheckout(branch);
  if (checkout === null) return null;
  if (!checkout.isThisCheckout) {
    const message = `the branch ${branch} is checked out in another worktree (${checkout.path})`;
    const hint = "switch that worktree to another branch, or name another --branch";
    return refusal("branch-checked-out", message, hint);
  }
  if (dirty.length === 0) return null;
  const message = `the branch ${branch} is checked out here and has changes`;
  return refusal("branch-checked-out", message, "commit or stash them, or name another --branch");
};
