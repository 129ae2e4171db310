export { type OrderProgress, type OrderRevised, orderProgress } from "./course/progress.ts";
export { leavesRevisionDue } from "./course/revision-due.ts";
export { deriveDocument, derivedFile } from "./derived/make-files.ts";
export { childFolder, ledgerBelow } from "./division/child-place.ts";
export type * from "./job/author.ts";
export { deriveCommands, type RepoDeriveCommand } from "./job/derive-commands.ts";
export type * from "./job/division.ts";
export type { Executed, Executor } from "./job/executor.ts";
export { metered } from "./job/metered.ts";
export type { BaselineMemory, EarlyJob, OrderJob, ReviewJob, VerifiedBy } from "./job/order-job.ts";
export type { AttemptRecord, Candidate, OrderOutcome, Verified } from "./job/outcome.ts";
export { narrowedTo, type PlannedCommand, plannedAcceptance } from "./job/planned-command.ts";
export * from "./job/ports.ts";
export type { RedCommand, RedLook } from "./job/red-command.ts";
export { turnFolder } from "./job/turn-folder.ts";
export { leftOutIn, leftOutMembers, type VerifyEnv, verifyEnv } from "./job/verify-env.ts";
export { objectionFaults } from "./objection/judge-objection.ts";
export { carryOut, type PreviousSession } from "./order.ts";
export { type DoneCommit, pathsThatTell, whyNotDone } from "./plan/done-commit.ts";
export { type DriftedFile, planDrift, plannedFiles } from "./plan/plan-drift.ts";
export { requiredPrograms, verificationPrograms } from "./plan/required-programs.ts";
export {
  branchWords,
  type DoneOrder,
  doneIn,
  exemptionHonoured,
  generatedBranch,
  type ScheduledOrder,
  splitByHistory,
} from "./plan/schedule.ts";
export { whyUnverified } from "./plan/unverified.ts";
export { readOrderFiles } from "./prompt/order-files.ts";
export { parseAnswer } from "./proposal/parse-proposal.ts";
export { validateProposal } from "./proposal/validate.ts";
export { parseReview } from "./review/review-answer.ts";
export { acceptPlan, type PlanVerdict, planCanFail } from "./verification/accept-plan.ts";
export { ACCEPTANCE_BEFORE_DOCUMENT } from "./verification/acceptance-before.ts";
export { BASELINE_DOCUMENT } from "./verification/baseline.ts";
export { type BaselineCheck, checkBaseline, workToCome } from "./verification/check-baseline.ts";
export { plannedVerification, verificationIn } from "./verification/order-verification.ts";
export { heldBefore, tryAcceptanceBefore } from "./verification/try-acceptance-before.ts";
