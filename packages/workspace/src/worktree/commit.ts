import { accepted, type Result, rejected } from "@llmch/contract";
import { prepareForward } from "../checkout/forward.ts";
import type { Git, GitResult } from "../git/git.ts";
import { identityEnvironment } from "../git/identity.ts";
import type { Repository } from "../git/repository.ts";
import { clearStaleGitLocks } from "../git/stale-locks.ts";
import type { TreeEntry } from "../git/tree.ts";
import { standsOn } from "../git/user-checkout.ts";
import type { AcceptedChange } from "./file-change.ts";

/** A commit that its branch points at. */
export interface SealedCommit {
  readonly commit: string;
  readonly tree: string;
  /** What the user should know, such as a checkout that could not be brought forward. */
  readonly warnings: readonly string[];
}

/** A branch's step to a new commit. `from` is null where the branch is yet to be made. */
export interface BranchMove {
  readonly branch: string;
  readonly from: string | null;
  /** The commit that the user's checkout of the branch shows, which is an earlier one where it stayed behind. */
  readonly shown: string | null;
  /** Absolute paths that are no dirt in the user's checkout. */
  readonly excluded: readonly string[];
}

const COMMIT = [
  "commit",
  "--quiet",
  "--cleanup=verbatim",
  "--allow-empty",
  "--no-verify",
  "--no-gpg-sign",
  "--no-status",
] as const;
const READ_IDS = ["rev-parse", "HEAD", "HEAD^{tree}"] as const;

/**
 * Commits the index and the changed files as they stand in our tree, on its detached HEAD, and moves the branch there by
 * compare-and-swap. Ignored files are taken too, a new file gets 100644, an existing one keeps its mode, one from another
 * path has that one's; line endings are
 * converted as git does, filters are not run; objects and the branch are synced to the disk. Where the user stands on the
 * branch with a clean tree, the checkout comes along. Rejected where the branch is not at `from`.
 */
export const sealCommit = async (
  repo: Repository,
  ours: Git,
  message: string,
  changes: readonly AcceptedChange[],
  move: BranchMove,
): Promise<Result<SealedCommit, string>> => {
  const { branch, from } = move;
  const since = new Date().toISOString();
  const standing = from !== null && (await standsOn(repo, branch, from)) ? { branch, from } : null;
  const swap = (to: string) => {
    const reason = `llmch: ${message.split("\n", 1)[0] ?? ""}`;
    // An empty old value means that there must be no such branch.
    return ["update-ref", "-m", reason, `refs/heads/${branch}`, to, from ?? ""];
  };
  const calls = [
    ...indexCalls(changes),
    [...COMMIT, `--message=${message}`],
    READ_IDS,
    ...(standing === null ? [swap("HEAD")] : []),
  ];
  const environment = identityEnvironment(repo.env, await repo.configuration());
  const made = await ours.runAll(calls, { environment });
  const [commit = "", tree = ""] = made.stdout.toString().split("\n");
  if (commit === "") return rejected(`git could not commit: ${made.stderr}`);
  const isMoved = async ({ exitCode }: GitResult) => {
    if (exitCode === 0) return true;
    // A git that something killed has left its locks, whether the branch moved or not.
    await clearStaleGitLocks(repo, { branch, since });
    return (await repo.branchTip(branch)) === commit;
  };
  const lost = ({ stderr }: GitResult) => rejected(lostSwap(branch, commit, stderr));
  if (standing === null) return (await isMoved(made)) ? accepted({ commit, tree, warnings: [] }) : lost(made);
  const prepared = await prepareForward(repo, { ...standing, commit }, move.excluded);
  const swapped = await repo.git.run(swap(commit), { environment });
  if (!(await isMoved(swapped))) {
    if (prepared.ok) prepared.value.abandon();
    return lost(swapped);
  }
  const warning = prepared.ok ? await prepared.value.finish() : stayedBehind(move, commit, prepared.issues[0]);
  return accepted({ commit, tree, warnings: warning === null ? [] : [warning] });
};

/**
 * What takes the changes into the index: first what goes, so that it stands in no other path's way. Without file modes, what
 * a command did to them is not committed. `git add` would pass over what it cannot read on its way through the tree, and
 * say nothing.
 */
const indexCalls = (changes: readonly AcceptedChange[]): readonly (readonly string[])[] => {
  const paths = (isIt: (change: AcceptedChange) => boolean) => changes.filter(isIt).map(({ path }) => path);
  const add = ["-c", "core.fileMode=false", "update-index", "--add"];
  return [
    { call: ["update-index", "--force-remove"], of: paths(({ kind }) => kind === "remove") },
    { call: add, of: paths((change) => change.kind === "write" && change.executable === null) },
    { call: [...add, "--chmod=+x"], of: paths((change) => change.kind === "write" && change.executable === true) },
    { call: [...add, "--chmod=-x"], of: paths((change) => change.kind === "write" && change.executable === false) },
  ].flatMap(({ call, of }) => (of.length === 0 ? [] : [[...call, "--", ...of]]));
};

/** The tree's entries once the changes are made: a new file is regular, one from another path brings its mode along. */
export const entriesAfter = (
  entries: readonly TreeEntry[],
  changes: readonly AcceptedChange[],
): readonly TreeEntry[] => {
  const modes = new Map(entries.map(({ path, mode }) => [path, mode]));
  for (const change of changes) {
    const { kind, path } = change;
    if (kind === "remove") modes.delete(path);
    else if (change.executable !== null) modes.set(path, change.executable ? "100755" : "100644");
    else if (!modes.has(path)) modes.set(path, "100644");
  }
  return [...modes].map(([path, mode]) => ({ path, mode }));
};

const lostSwap = (branch: string, commit: string, fault: string): string =>
  `the branch ${branch} moved meanwhile, or is locked; the work is in commit ${commit}: ` +
  `keep it with \`git branch <name> ${commit}\` (${fault})`;

const stayedBehind = ({ branch, shown }: BranchMove, commit: string, obstacle: string): string =>
  `${branch} is now at ${commit.slice(0, 10)}, but your checkout of it stayed behind (${obstacle}): ` +
  `\`git reset --soft ${shown?.slice(0, 10)}\` shows your own changes alone; once they are committed on another branch, ` +
  `stashed or moved away, \`git merge --ff-only ${commit.slice(0, 10)}\` brings it forward`;
