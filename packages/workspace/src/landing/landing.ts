import { join } from "node:path";
import { makeDirectory } from "@llmch/files";
import { messageOf, type Result, shellQuoted } from "@llmch/text";
import { prepareForward } from "../checkout/forward.ts";
import type { Taken } from "../checkout/standing-files.ts";
import { identityEnvironment } from "../git/configuration.ts";
import { type GitCall, type GitResult, PRINTED } from "../git/git.ts";
import { standsOn } from "../git/head.ts";
import { type Pushed, pushBranch } from "../git/push.ts";
import type { Repository } from "../git/repository.ts";
import { linkedReflog } from "../git/symbolic-refs.ts";
import { clearStaleGitLocks } from "../recovery/stale-locks.ts";
import { openSigning, type Signing } from "./signing.ts";

/** A tree that may become the branch's next commit. */
export interface LandingTree {
  /** The commit that it was made from. */
  readonly base: string;
  /** The id of a tree object in the repo. */
  readonly tree: string;
}

/** A commit that the branch points at. */
export interface LandedCommit {
  readonly kind: "landed";
  readonly commit: string;
  readonly tree: string;
  /** What the user should know, for example that the checkout could not be fast-forwarded. */
  readonly warnings: readonly string[];
}

export type Landed =
  | LandedCommit
  /** The branch is not at the base any more, so the tree is out of date. Nothing has changed. */
  | { readonly kind: "stale"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Where commits go. No other code moves a branch. */
export interface Landing {
  /** The commit that the next tree must be made from. */
  tip(): string;
  /**
   * Commits a tree on its base and moves the branch by compare-and-swap. Syncs objects and the branch to disk. If the user's
   * checkout is on the branch and clean, it is fast-forwarded too (contract §6).
   */
  land(tree: LandingTree, message: string): Promise<Landed>;
  /** Pushes the branch; `null` if there is no remote. */
  push(): Promise<Result<Pushed | null, string>>;
}

export interface LandingOptions {
  readonly branch: string;
  /** The commit that work starts from. */
  readonly baseline: string;
  /** Where the branch must be before its first move; null if it must not exist yet. */
  readonly branchTip: string | null;
  /** Absolute paths that do not count as dirt in the user's checkout. */
  readonly excluded: readonly string[];
  readonly signal: AbortSignal;
  /**
   * Set if commits are made of what the user changed in the checkout. Then the checkout may have changes, and keeps those that were made
   * since; if it cannot be brought forward, nothing lands.
   */
  readonly taken?: Taken;
  /** How long a signature may take. */
  readonly signingMs?: number;
}

/** Opens a branch for landings, one after the other; the caller holds the branch's lock. */
export const openLanding = (
  repo: Repository,
  { branch, baseline, branchTip, excluded, signal, taken, signingMs: limitMs }: LandingOptions,
): Landing => {
  const signing = openSigning(repo, { signal, ...(limitMs === undefined ? {} : { limitMs }) });
  let from = branchTip;
  let tip = baseline;
  // The commit that the user's checkout of the branch shows: an earlier one if it was left behind.
  let shown = branchTip;
  return {
    tip: () => tip,
    land: async (made, message) => {
      if (made.base !== tip)
        return { kind: "stale", reason: `it was made from ${made.base}, and ${branch} is at ${tip}` };
      const landed = await movedHere(repo, branch, () =>
        landTree(repo, made, message, { branch, from, shown, excluded, signing, taken }),
      );
      if (landed.kind !== "landed") return landed;
      repo.trees.made(landed.commit, landed.tree);
      tip = landed.commit;
      from = tip;
      if (landed.warnings.length === 0) shown = tip;
      return { ...landed, warnings: [...signing.takeWarnings(), ...landed.warnings] };
    },
    push: () => pushBranch(repo, branch, signal),
  };
};

/** Keeps watches from blaming a command for the move: other orders' commands may be running. */
const movedHere = async (
  { moves }: Pick<Repository, "moves">,
  branch: string,
  land: () => Promise<Landed>,
): Promise<Landed> => {
  const told = moves.begin(`refs/heads/${branch}`);
  let commit: string | null = null;
  try {
    const landed = await land();
    if (landed.kind === "landed") ({ commit } = landed);
    return landed;
  } finally {
    told(commit);
  }
};

/** A move of a branch to a new commit. */
interface BranchMove {
  readonly branch: string;
  /** Null if the branch does not exist yet. */
  readonly from: string | null;
  readonly shown: string | null;
  readonly excluded: readonly string[];
  readonly signing: Signing;
  readonly taken: Taken | undefined;
}

const landTree = async (
  repo: Repository,
  { base, tree }: LandingTree,
  message: string,
  move: BranchMove,
): Promise<Landed> => {
  const { branch, from } = move;
  const linked = linkedReflog(repo, [`refs/heads/${branch}`]);
  if (linked !== null) return { kind: "failed", reason: linked };
  const since = new Date().toISOString();
  const standing = from !== null && (await standsOn(repo, branch, from)) ? { branch, from } : null;
  const environment = identityEnvironment(repo.env, await repo.configuration());
  const commitCall = ["commit-tree", tree, "-p", base, "-m", message];
  const [ref, reason] = [`refs/heads/${branch}`, `llmch: ${message.split("\n", 1)[0] ?? ""}`];
  // An empty old value means that the branch must not exist.
  const swap = (to: GitCall[number]): GitCall => ["update-ref", "--no-deref", "-m", reason, ref, to, from ?? ""];
  // Git would create it, but not through a link.
  makeDirectory(join(repo.commonDir, "logs"));
  const signed = await move.signing.commit(commitCall, environment);
  const isTogether = signed === null && standing === null;
  const made = signed ?? (await repo.git.runAll([commitCall, ...(isTogether ? [swap(PRINTED)] : [])], { environment }));
  const commit = made.stdout.toString().trim();
  if (commit === "") return { kind: "failed", reason: `git could not commit: ${prunedOr(made.stderr)}` };
  const prepared =
    standing === null ? null : await prepareForward(repo, { ...standing, commit }, move.excluded, move.taken);
  if (prepared !== null && !prepared.ok && move.taken !== undefined)
    return { kind: "failed", reason: `your checkout cannot be brought forward (${prepared.issues[0]})` };
  const swapped = isTogether ? made : await repo.git.runAll([swap(commit)], { environment });
  if (!(await isMoved(swapped, repo, branch, commit, since))) {
    if (prepared?.ok) prepared.value.abandon();
    return { kind: "stale", reason: lostSwap(branch, commit, swapped.stderr) };
  }
  const obstacle = prepared === null ? null : prepared.ok ? await prepared.value.finish() : prepared.issues[0];
  const stayed = obstacle === null ? null : stayedBehind(move, commit, obstacle);
  const warning = prepared === null ? await leftBehind(repo, move, commit) : stayed;
  return { kind: "landed", commit, tree, warnings: warning === null ? [] : [warning] };
};

const isMoved = async (
  { exitCode }: GitResult,
  repo: Repository,
  branch: string,
  commit: string,
  since: string,
): Promise<boolean> => {
  if (exitCode === 0) return true;
  // A killed git leaves its locks, whether or not the branch moved.
  await clearStaleGitLocks(repo, { branch, since });
  return (await repo.branchTip(branch)) === commit;
};

/** What git says of an object that is not there. */
const GONE = /is not a valid object|nonexistent object|bad (?:\w+ )?object/;

/** Until the branch moves, no ref keeps what was made for it: git's own clean-up spares it only for being new. */
const prunedOr = (fault: string): string =>
  GONE.test(fault)
    ? `an object that was made for it is gone (${fault}): run no \`git gc --prune=now\` and no \`git prune\` while llmch works`
    : fault;

const lostSwap = (branch: string, commit: string, fault: string): string =>
  GONE.test(fault)
    ? `${branch} could not move to ${commit}: ${prunedOr(fault)}`
    : movedMeanwhile(branch, commit, fault);

const movedMeanwhile = (branch: string, commit: string, fault: string): string =>
  `the branch ${branch} moved meanwhile, or is locked; the work is in commit ${commit}: ` +
  `keep it with \`git branch <name> ${commit}\` (${fault})`;

/** Another worktree may have been put on the branch since the run began. The commit stands even if nobody can tell. */
const leftBehind = async (repo: Repository, { branch, from }: BranchMove, commit: string): Promise<string | null> => {
  const checkout = from === null ? null : await repo.branchCheckout(branch).catch(messageOf);
  if (typeof checkout === "string") return `nobody can tell whether ${branch} is checked out elsewhere (${checkout})`;
  if (checkout === null || checkout.isThisCheckout) return null;
  const bring = `git -C ${shellQuoted(checkout.path)} read-tree -m -u ${from?.slice(0, 10)} HEAD`;
  return `${branch} is now at ${commit.slice(0, 10)}, but it is checked out in ${checkout.path}, which stayed behind: \`${bring}\` brings it forward`;
};

const stayedBehind = ({ branch, shown, taken }: BranchMove, commit: string, obstacle: string): string =>
  `${branch} is now at ${commit.slice(0, 10)}, but your checkout of it stayed behind (${obstacle}): ` +
  (taken === undefined
    ? `\`git reset --soft ${shown?.slice(0, 10)}\` shows your own changes alone; once they are committed on another branch, ` +
      `stashed or moved away, \`git merge --ff-only ${commit.slice(0, 10)}\` brings it forward`
    : "`git reset` brings git's index to the commit, and changes no file");
