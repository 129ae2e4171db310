export { closeAbandonedRuns } from "./artifacts/abandoned-runs.ts";
export { ARTIFACT_FOLDERS, probeDirectory, REPORTS, resolveArtifactsRoot } from "./artifacts/artifacts-root.ts";
export { readOwnPart, readOwnText } from "./artifacts/own-text.ts";
export { type RecordedFiles, recordedRun } from "./artifacts/recorded-run.ts";
export { isBeingWritten } from "./artifacts/reserve.ts";
export { newRunId } from "./artifacts/run-id.ts";
export { createRun, type RunStore, type RunStoreOptions, reopenRun } from "./artifacts/run-store.ts";
export { listRunFiles } from "./artifacts/seal.ts";
export { checkSeal, type SealCheck } from "./artifacts/seal-check.ts";
export type { StoredRun } from "./artifacts/stored-run.ts";
export { storedRuns } from "./artifacts/stored-runs.ts";
export { finishForward, interruptedForward } from "./checkout/forward.ts";
export type { Forward } from "./checkout/index-lock.ts";
export { type CommandRequest, type CommandResult, type CommandsOptions, createCommands } from "./commands/commands.ts";
export { resolveProgram } from "./commands/program.ts";
export { openInViewer } from "./commands/viewer.ts";
export { foldersNamed } from "./dependencies/dependency-folders.ts";
export { openSetupCache, type SetupCache } from "./dependencies/setup-cache.ts";
export { commandEnvironment, isSeenByCommands } from "./environment/command-environment.ts";
export { takeKeys, takeSecrets } from "./environment/own-environment.ts";
export { missingPythonModules } from "./environment/python-modules.ts";
export { checkoutEnvironment } from "./environment/worktree-environment.ts";
export { jsonText } from "./files/atomic-write.ts";
export { readBoundedText } from "./files/bounded-text.ts";
export { copyFolder } from "./files/copy-folder.ts";
export { faultInWords } from "./files/errno.ts";
export { isFolder } from "./files/is-folder.ts";
export { isInside, realLocation } from "./files/location.ts";
export { monotonicClock } from "./files/monotonic-clock.ts";
export {
  checkPlanDirectory,
  directoryEntries,
  isCopyOfPlan,
  MANIFEST_FILE,
  planFilesIn,
  replacePlan,
} from "./files/plan-directory.ts";
export { replaceDocument } from "./files/replace-document.ts";
export { readStandardInput } from "./files/standard-input.ts";
export { startOfFile } from "./files/start-of-file.ts";
export { readTextFile } from "./files/text-file.ts";
export { type ChangedSince, changedSince } from "./git/changed-since.ts";
export { checkoutRoot } from "./git/checkout-root.ts";
export {
  blobOfText,
  type CommitFacts,
  type CommittedFile,
  commitFacts,
  filesAtCommit,
  refsHolding,
  type TrailedCommit,
  trailedCommits,
} from "./git/commit-facts.ts";
export { type CommitOfRun, findCommitOfRun } from "./git/commit-of-run.ts";
export { compareTexts, type TextPair } from "./git/compare-texts.ts";
export { fileSizes } from "./git/file-sizes.ts";
export type { DoneOrder } from "./git/history.ts";
export { repoListing } from "./git/listing.ts";
export { pushBranch } from "./git/push.ts";
export { readRepoTexts } from "./git/repo-texts.ts";
export { openRepository, type Repository } from "./git/repository.ts";
export { type ClearedLocks, clearStaleGitLocks } from "./git/stale-locks.ts";
export { textAtCommit } from "./git/text-at-commit.ts";
export { textsAtCommits } from "./git/texts-at-commits.ts";
export { isTracked } from "./git/tracked-file.ts";
export { acquireLock, type Lock, type LockOptions } from "./lock/lock.ts";
export type { LockRecord } from "./lock/lock-record.ts";
export { freeSpace } from "./machine/free-space.ts";
export { programVersion } from "./machine/program-version.ts";
export { type PythonReader, pythonReader } from "./python/python-reader.ts";
export { findBubblewrap } from "./sandbox/bubblewrap.ts";
export type { Enclosure, Sandbox } from "./sandbox/sandbox.ts";
export type { SealedCommit } from "./worktree/commit.ts";
export type { AcceptedChange } from "./worktree/file-change.ts";
export type { FileState } from "./worktree/file-state.ts";
export type { DependencyOptions } from "./worktree/own-tree.ts";
export { sweepAbandonedWorktrees } from "./worktree/sweep.ts";
export { type AdoptedFolder, createWorktree, type Worktree, type WorktreeOptions } from "./worktree/worktree.ts";
