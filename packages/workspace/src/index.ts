export { finishForward } from "./checkout/forward.ts";
export type { Forward } from "./checkout/index-lock.ts";
export { interruptedForward } from "./checkout/index-lock.ts";
export { foldersNamed } from "./dependencies/dependency-folders.ts";
export { dependencyState } from "./dependencies/dependency-state.ts";
export { openSetupCache, type SetupCache } from "./dependencies/setup-cache.ts";
export type { AdoptedFolder } from "./dependencies/setup-entry.ts";
export { type Submodule, submodulesOf } from "./dependencies/submodules.ts";
export { stateOfBytes } from "./files/file-state.ts";
export { readBlobTexts } from "./git/blob-texts.ts";
export { commitsOfBranchAlone, removeBranch } from "./git/branches.ts";
export { type ChangedSince, changedSince } from "./git/changed-since.ts";
export { changedFilesOf, changesBetween, contentsAtCommits } from "./git/changes.ts";
export { conversionsAt } from "./git/conversions.ts";
export { filesAtCommit } from "./git/files-at-commit.ts";
export { fileSizes, isTracked, textsAtCommits } from "./git/files-at-commits.ts";
export { type Fold, foldOnto } from "./git/fold.ts";
export { type GitVersion, gitVersion } from "./git/git.ts";
export { checkoutAt, checkoutRoot, repoFolders } from "./git/git-folders.ts";
export { type RepoListing, readRepoTexts, repoListing } from "./git/listing.ts";
export { missingObjects, readBlobBytes, replacesObjects } from "./git/objects.ts";
export { openRepository } from "./git/open-repository.ts";
export { type Pushed, type PushTarget, pushBranch, pushTarget, remoteWithDefault } from "./git/push.ts";
export type { Repository } from "./git/repository.ts";
export { loggedCommit, refsHolding, trailedCommits } from "./git/trailed-commits.ts";
export type { DoneOrder, LoggedCommit } from "./git/trailers.ts";
export { type CommitOfRun, findCommitOfRun } from "./git/trailers.ts";
export type { TreeChange } from "./git/tree.ts";
export { type Landed, type LandedCommit, type Landing, type LandingOptions, openLanding } from "./landing/landing.ts";
export { acquireLock, type Lock, type LockOptions, lockObstacle } from "./lock/lock.ts";
export type { LockRecord } from "./lock/lock-record.ts";
export { cacheFolder } from "./places/cache-folder.ts";
export { type ClearedLocks, clearStaleGitLocks } from "./recovery/stale-locks.ts";
export { sweepAbandonedWorktrees } from "./recovery/sweep.ts";
export type { DependencyOptions } from "./worktree/own-tree.ts";
export { openScratchRepository, type ScratchRepository } from "./worktree/scratch-repository.ts";
export {
  createWorktree,
  type Worktree,
  type WorktreeOptions,
} from "./worktree/worktree.ts";
