import { existsSync } from "node:fs";
import { join } from "node:path";
import { accepted, counted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { conversionsIn, interruptedForward, missingObjects, type Repository, replacesObjects } from "@llmch/workspace";
import { type Baseline, branchObstacle, findBaseline } from "./baseline.ts";
import { begun } from "./begun.ts";
import type { CheckoutState } from "./own-places.ts";
import type { Scene } from "./scene.ts";

export interface Start extends Baseline, Pick<CheckoutState, "ownPlaces"> {}

/** Finds the commit to start from. Refuses if the clone lacks files of it, or if the checkout is in the way. */
export const findStart = async (
  { repo, branch, options }: Scene,
  looking: Promise<CheckoutState>,
): Promise<Result<Start, Refusal>> => {
  const base = await findBaseline(repo, branch, options);
  if (!base.ok) return base;
  const lacking = await partialCloneObstacle(repo, base.value.baseline);
  if (lacking !== null) return rejected(lacking);
  begun(repo.trees.entriesOf(base.value.baseline));
  const { dirty, ownPlaces } = await looking;
  // They are the order's work.
  if (options.byHand === true) {
    const head = await repo.head();
    const obstacle =
      head.branch !== branch || head.commit !== base.value.baseline
        ? refusal("branch-checked-out", `${branch} is not what is checked out`, `\`git switch ${branch}\` first`)
        : ((await branchObstacle(repo, branch, [])) ?? (await unfinishedMerge(repo)));
    return obstacle === null ? accepted({ ...base.value, ownPlaces }) : rejected(obstacle);
  }
  if (dirty.length > 0 && !options.allowDirty) return rejected(await dirtyCheckout(repo, dirty));
  const obstacle = await branchObstacle(repo, branch, dirty);
  return obstacle === null ? accepted({ ...base.value, ownPlaces }) : rejected(obstacle);
};

const dirtyCheckout = async (repo: Repository, dirty: readonly string[]): Promise<Refusal> => {
  const named = dirty.slice(0, 3).join(", ") + (dirty.length > 3 ? ` and ${dirty.length - 3} more` : "");
  // The user's own git may show a clean checkout.
  const replaces = (await replacesObjects(repo)) ? " (refs/replace is not followed)" : "";
  // Without a sandbox, or if the filter fails in it, only the user's own git can tell.
  const [filtered] = await conversionsIn(repo.git, dirty.slice(0, 3), repo);
  const note = filtered === undefined ? replaces : `${replaces}; only a git filter can tell it of ${filtered.path}`;
  const half = interruptedForward(repo);
  const head = await repo.head();
  const hint =
    half?.branch === head.branch && half?.commit === head.commit
      ? "it stayed behind its branch: move away what is yours, and " +
        "`git restore --source=HEAD --staged --worktree -- <path>` brings each of the others forward"
      : "commit or stash them, or start from HEAD all the same with --allow-dirty";
  return refusal("dirty-checkout", `the checkout has changes (${named})${note}`, hint);
};

/** Why no worktree can show a commit: a partial clone lacks some of its files. Null if all are there. */
export const partialCloneObstacle = async (repo: Repository, commit: string): Promise<Refusal | null> => {
  const missing = await missingObjects(repo, commit);
  if (missing.length === 0) return null;
  return refusal(
    "missing-objects",
    `the repo is a partial clone, which lacks ${counted(missing.length, "object")} of the commit ${commit.slice(0, 10)}`,
    "bring what it lacks: `git fetch --refetch --no-filter`",
  );
};

/** A merge's conflicts are no work of an order, nor can its commit have two parents. */
const unfinishedMerge = async ({ git, gitDir }: Scene["repo"]): Promise<Refusal | null> => {
  const doing = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"].some((name) => existsSync(join(gitDir, name)));
  const unmerged = await git.read("ls-files", "--unmerged");
  if (!doing && unmerged.ok && unmerged.value === "") return null;
  const message = "a merge, cherry-pick or revert is not finished, or left conflicts";
  return refusal("branch-checked-out", message, "finish or abort it: `git status` says how");
};
