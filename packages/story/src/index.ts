export { attemptCount } from "./attempt-count.ts";
export { basesWanted, type FileAtCommit, withBases } from "./bases.ts";
export { type OrderChange, planChanges } from "./plan-changes.ts";
export type { FilePart, OpenRun, PartOfFile, RecordedRun } from "./record.ts";
export { journalSpending, type OrderCount, type RunSummary, summarizeRun } from "./run-summary.ts";
export { NO_SPENDING, spentTogether } from "./spending.ts";
export * from "./story.ts";
