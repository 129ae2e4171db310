export { checkoutAt } from "@llmch/files";
export { finishForward } from "./checkout/forward.ts";
export { interruptedForward } from "./checkout/forward-record.ts";
export { copiedState, judgeCopies } from "./dependencies/copied-files.ts";
export { foldersNamed } from "./dependencies/dependency-folders.ts";
export { dependencyState } from "./dependencies/dependency-state.ts";
export { openSetupCache } from "./dependencies/setup-cache.ts";
export { submodulesOf } from "./dependencies/submodules.ts";
export { removeFileInTree, writeFileInTree } from "./files/file-change.ts";
export { inspectFile, stateOfBytes } from "./files/file-state.ts";
export { contentsAtCommits, fileSizes, isTracked, readBlobTexts, textsAtCommits } from "./git/blobs.ts";
export { commitsOfBranchAlone, removeBranch } from "./git/branches.ts";
export { changedSince } from "./git/changed-since.ts";
export { changedFilesOf, changesBetween } from "./git/changes.ts";
export { commitFile, plainBranch } from "./git/commit-file.ts";
export { configValue, isOfRepo } from "./git/configuration.ts";
export { conversionsAt, conversionsIn } from "./git/conversions.ts";
export { filteredFiles } from "./git/filtered-files.ts";
export { foldOnto } from "./git/fold.ts";
export { createGit, type Git, gitProgram, gitVersion } from "./git/git.ts";
export { checkoutRoot, repoFolders } from "./git/git-folders.ts";
export { ignoredAmong } from "./git/ignored.ts";
export { pushLeased, remoteBranches } from "./git/leased-push.ts";
export { type RepoListing, readRepoTexts, repoListing } from "./git/listing.ts";
export { readNamedText, strayLink, textInRepo } from "./git/named-text.ts";
export { missingObjects, readBlobBytes, replacesObjects } from "./git/objects.ts";
export { openRepository } from "./git/open-repository.ts";
export { type PushTarget, pushBranch, pushTarget, remoteWithDefault } from "./git/push.ts";
export { withoutAnyCredentials } from "./git/push-address.ts";
export type { Repository } from "./git/repository.ts";
export { isProtectedBranch } from "./git/symbolic-refs.ts";
export {
  type DoneOrder,
  findCommitOfRun,
  type LoggedCommit,
  loggedCommit,
  refsHolding,
  trailedCommits,
} from "./git/trailers.ts";
export type { TreeChange } from "./git/tree.ts";
export { unrunHooks } from "./git/unrun-hooks.ts";
export { landingDiff } from "./git/whole-diff.ts";
export { type LandedCommit, type Landing, openLanding } from "./landing/landing.ts";
export { tickedTree } from "./landing/ticked-tree.ts";
export { acquireLock, type Lock, lockObstacle } from "./lock/lock.ts";
export { cacheFolder } from "./places/cache-folder.ts";
export { repoCache } from "./places/repo-cache.ts";
export { clearStaleGitLocks } from "./recovery/stale-locks.ts";
export { sweepAbandonedWorktrees } from "./recovery/sweep.ts";
export { filesAt } from "./worktree/files-at.ts";
export type { DependencyOptions } from "./worktree/own-tree.ts";
export { addWorktree } from "./worktree/registration.ts";
export { createWorktree, type Worktree, type WorktreeOptions } from "./worktree/worktree.ts";
