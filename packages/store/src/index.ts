export { closeAbandonedRuns } from "./abandoned-runs.ts";
export {
  ARTIFACT_FOLDERS,
  COPIES_FILE,
  isCopied,
  isFoundByDatabase,
  pullRequestFiles,
  REPORTS,
  repoArtifacts,
  resolveArtifactsRoot,
  runsWithStack,
  stackFile,
  stackFolder,
  strengthFile,
} from "./artifacts-root.ts";
export { followLines, type LineFollower } from "./follow-lines.ts";
export { keyFileFault, namedKeyFile, stateFolder } from "./machine-key.ts";
export { readOwnBytes, readOwnObject, readOwnPart, readOwnText } from "./own-text.ts";
export {
  checkPlanDirectory,
  directoryEntries,
  isCopyOfPlan,
  MANIFEST_FILE,
  planFilesIn,
  replacePlan,
} from "./plan-directory.ts";
export {
  type EndedProcess,
  type ErrorInWords,
  endedBy,
  errorsIn,
  markCancelled,
  markDiscarded,
  overAt,
  QUEUE_FILE,
  type QueueRecord,
  readQueueRecord,
  STARTING,
  takeOver,
  writeQueueRecord,
} from "./queue-record.ts";
export { recordedRun } from "./recorded-run.ts";
export { clearRemovedRuns, removeRun } from "./remove-run.ts";
export { replaceDocument } from "./replace-document.ts";
export { isBeingWritten, writerOf } from "./reserve.ts";
export { newRunId } from "./run-id.ts";
export {
  beginningMark,
  isMark,
  isOwnRun,
  markSealed,
  markStanding,
  newRunMark,
  type RunPlace,
  standingMark,
} from "./run-mark.ts";
export {
  type FoundRequest,
  REQUEST_FILE,
  type RunRequest,
  readRequest,
  requestDocument,
  writeRequest,
} from "./run-request.ts";
export { createRun, type RunStore, reopenRun } from "./run-store.ts";
export { listRunFiles, strangeEntry } from "./seal.ts";
export { checkSeal, type SealCheck } from "./seal-check.ts";
export { sealedFile } from "./sealed-file.ts";
export type { StoredRun } from "./stored-run.ts";
export { isRunId, RUN_KINDS, storedRuns } from "./stored-runs.ts";
export { namedOrders, submittedFrom } from "./submitted-orders.ts";
