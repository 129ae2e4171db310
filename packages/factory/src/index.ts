export type { AttemptRecord } from "./attempt-record.ts";
export type * from "./author/author.ts";
export type { Candidate, Evidence } from "./candidate.ts";
export { deriveCommands, type RepoDeriveCommand } from "./derived/derive-commands.ts";
export { fixCommands } from "./derived/fix-commands.ts";
export { deriveDocument, derivedFile } from "./derived/make-files.ts";
export { childFolder } from "./division/child-place.ts";
export type * from "./division/division.ts";
export { type DoneCommit, pathsThatTell, whyNotDone } from "./done-commit.ts";
export { ledgerBelow } from "./ledger-below.ts";
export { metered } from "./metered.ts";
export { MOST_NEEDS } from "./objection/asked-files.ts";
export { objectionFaults } from "./objection/judge-objection.ts";
export { carryOut, type PreviousSession } from "./order.ts";
export type { EarlyJob, OrderJob, VerifiedBy } from "./order-job.ts";
export type { OrderOutcome } from "./order-outcome.ts";
export { plannedOf } from "./order-verification.ts";
export { type ChangesSincePlan, type DriftedFile, planDrift, plannedFiles } from "./plan-drift.ts";
export { plannedAcceptance } from "./planned-acceptance.ts";
export * from "./ports.ts";
export {
  type CommitIntent,
  type OrderProgress,
  type OrderRevised,
  orderProgress,
} from "./progress.ts";
export { readOrderFiles } from "./prompt/order-files.ts";
export { parseAnswer } from "./proposal/parse-proposal.ts";
export { validateProposal } from "./proposal/validate.ts";
export { type MachineFacts, type Requirements, requiredPrograms, verificationPrograms } from "./required-programs.ts";
export { parseReview } from "./review/review-answer.ts";
export type { ReviewJob } from "./review/review-job.ts";
export { leavesRevisionDue } from "./revision-due.ts";
export {
  type DoneOrder,
  doneIn,
  exemptionHonoured,
  generatedBranch,
  type ScheduledOrder,
  splitByHistory,
} from "./schedule.ts";
export { turnFolder } from "./turn-folder.ts";
export { whyUnverified } from "./unverified.ts";
export { ACCEPTANCE_BEFORE_DOCUMENT } from "./verification/acceptance-before.ts";
export { BASELINE_DOCUMENT } from "./verification/baseline.ts";
export type { BaselineMemory } from "./verification/baseline-memory.ts";
export { type BaselineCheck, checkBaseline, workToCome } from "./verification/check-baseline.ts";
export type { RedCommand } from "./verification/red-command.ts";
export { heldBefore, saysWhyItHolds, tryAcceptanceBefore } from "./verification/try-acceptance-before.ts";
