export { outputName } from "./attempt-story.ts";
export { attemptCount, attemptsMade, childInWords, escalationInWords, toolsInWords } from "./attempt-words.ts";
export { basesWanted, type FileAtCommit, withBases } from "./bases.ts";
export { type CostKind, type CostRow, costRows } from "./costs.ts";
export { changesToldBy } from "./course-changes.ts";
export { type DecisionStory, decisionInWords } from "./decisions.ts";
export { designLine } from "./design-story.ts";
export { hintOf, meaningOf } from "./diagnostic-words.ts";
export { isOfWhole, notPassedInWords, verdictInWords, wholeEnded } from "./ending-words.ts";
export { estimateInWords } from "./estimate-words.ts";
export { caughtInWords, notesInWords } from "./evidence-words.ts";
export { checksInWords, examinationInWords } from "./examination-words.ts";
export { orderMembers } from "./order-members.ts";
export { type PatchFile, patchFiles } from "./patch-files.ts";
export { patchLines } from "./patch-lines.ts";
export { type OrderChange, planChanges } from "./plan-changes.ts";
export { planInWords } from "./plan-source.ts";
export { questionsOpen } from "./plan-story.ts";
export {
  type AttemptDiffs,
  diffCommand,
  diffInWords,
  type FileDiff,
  figures,
  fileInWords,
  proposalDiffs,
} from "./proposal-diffs.ts";
export { countedOf, isOfQuestions, type Question, runSpending } from "./questions.ts";
export { MAX_JOURNAL_BYTES } from "./record.ts";
export { reviewedInWords } from "./reviewed.ts";
export { type CommandPlace, decideCommands, type NextCommand, nextCommands, type RunAtHand } from "./run-next.ts";
export { OPEN, RUN_STATES, type RunFacts, type RunState, runState, stateWord } from "./run-state.ts";
export { type RunEnding, type RunSummary, summarizeRun } from "./run-summary.ts";
export {
  buildInWords,
  buildName,
  buildStop,
  commandEnd,
  durationInWords,
  localTime,
  progressInWords,
  runWhat,
  specName,
  specPlace,
} from "./run-words.ts";
export { timeSpent } from "./sessions.ts";
export { NO_SPENDING, spendingOfSteps, spentDocument, spentTogether } from "./spending.ts";
export {
  capsInWords,
  costInWords,
  estimateMark,
  knownCost,
  recordedInWords,
  spendingInWords,
  spentOfBudget,
  tokensSpent,
  usageInWords,
} from "./spending-words.ts";
export { STAGE_EXPLANATIONS } from "./stage-explanations.ts";
export { lastBrief, stateAfter, stoppedAt, stoppedOrder } from "./stopped-at.ts";
export * from "./stories/ask.ts";
export * from "./stories/attempt.ts";
export * from "./stories/build.ts";
export * from "./stories/exchange.ts";
export * from "./stories/head.ts";
export * from "./stories/order.ts";
export * from "./stories/plan.ts";
export * from "./stories/run.ts";
export * from "./stories/schedule.ts";
export * from "./stories/spending.ts";
