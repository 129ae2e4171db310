export { cacheFolder } from "./cache-folder.ts";
export { finishForward } from "./checkout/forward.ts";
export type { Forward } from "./checkout/index-lock.ts";
export { interruptedForward } from "./checkout/index-lock.ts";
export { foldersNamed } from "./dependencies/dependency-folders.ts";
export { dependencyState } from "./dependencies/dependency-state.ts";
export { openSetupCache, type SetupCache } from "./dependencies/setup-cache.ts";
export { type Submodule, submodulesOf } from "./dependencies/submodules.ts";
export { readBlobBytes } from "./git/blob-bytes.ts";
export { readBlobTexts } from "./git/blob-texts.ts";
export { commitsOfBranchAlone, removeBranch } from "./git/branch-removal.ts";
export { type ChangedSince, changedSince } from "./git/changed-since.ts";
export { changesBetween } from "./git/changes-between.ts";
export { checkoutAt, checkoutRoot, repoFolders } from "./git/checkout-root.ts";
export { changedFilesOf, contentsAtCommits } from "./git/commit-contents.ts";
export {
  blobOfText,
  type CommitFacts,
  type CommittedFile,
  filesAtCommit,
  refsHolding,
  trailedCommits,
} from "./git/commit-facts.ts";
export { type CommitOfRun, findCommitOfRun } from "./git/commit-of-run.ts";
export { type CommitReader, createCommitReader } from "./git/commit-reader.ts";
export { conversionsAt } from "./git/conversions.ts";
export { remoteWithDefault } from "./git/default-branch.ts";
export { fileSizes } from "./git/file-sizes.ts";
export { type Fold, foldOnto } from "./git/fold.ts";
export { gitVersion } from "./git/git.ts";
export { gitEnvironment } from "./git/git-environment.ts";
export type { DoneOrder } from "./git/history.ts";
export { type RepoListing, repoListing } from "./git/listing.ts";
export { missingObjects } from "./git/missing-objects.ts";
export { openRepository } from "./git/open-repository.ts";
export { type Pushed, type PushTarget, pushBranch, pushTarget } from "./git/push.ts";
export { replacesObjects } from "./git/replaced-objects.ts";
export { readRepoTexts } from "./git/repo-texts.ts";
export type { Repository } from "./git/repository.ts";
export { openScratchRepository, type ScratchRepository } from "./git/scratch-repository.ts";
export { type ClearedLocks, clearStaleGitLocks } from "./git/stale-locks.ts";
export { textsAtCommits } from "./git/texts-at-commits.ts";
export { isTracked } from "./git/tracked-file.ts";
export type { TrailedCommit } from "./git/trailed-log.ts";
export { blobId, filesOf, MODES, type TreeChange, type TreeObject } from "./git/tree.ts";
export { type Landed, type LandedCommit, type Landing, type LandingOptions, openLanding } from "./landing/landing.ts";
export { acquireLock, type Lock, type LockOptions, lockObstacle } from "./lock/lock.ts";
export type { LockRecord } from "./lock/lock-record.ts";
export { stateOfBytes } from "./worktree/file-state.ts";
export type { DependencyOptions } from "./worktree/own-tree.ts";
export { sweepAbandonedWorktrees } from "./worktree/sweep.ts";
export {
  type AdoptedFolder,
  createWorktree,
  type Worktree,
  type WorktreeOptions,
} from "./worktree/worktree.ts";
