export * from "./acceptance.ts";
export type * from "./accepted-change.ts";
export * from "./agent-notes.ts";
export * from "./answer-size.ts";
export { type BaselineVerification, judgeBaseline } from "./baseline-verification.ts";
export * from "./build-documents.ts";
export { ASSESSMENTS, MOST_MILESTONES, MOST_NOTES, NOTE_CHARACTERS } from "./build-limits.ts";
export * from "./call-name.ts";
export * from "./check-files.ts";
export type * from "./command-result.ts";
export * from "./commit-message.ts";
export * from "./condition.ts";
export { decidingKind } from "./deciding-file.ts";
export * from "./design/design.ts";
export * from "./design/design-page.ts";
export * from "./design/design-part.ts";
export * from "./diagnostic.ts";
export * from "./event.ts";
export * from "./evidence.ts";
export * from "./failure-brief.ts";
export type * from "./file-state.ts";
export { type CommandPhase, GATES, refusalFiles, type Step, stepOfPhase } from "./gates.ts";
export { gone } from "./gone.ts";
export { JOURNAL_START, sealLine } from "./journal-line.ts";
export * from "./limit-reached.ts";
export { isDue, latestEnd, limitNeed } from "./limit-wait.ts";
export { loneOrder } from "./lone-order.ts";
export * from "./model-exchange.ts";
export { MODEL_PREFIXES, type ModelName, parseModelName, portableModelName, unknownProvider } from "./model-name.ts";
export {
  APPROVABLE_KINDS,
  type ApprovableKind,
  type Decided,
  type Decider,
  type Decision,
  isSettledBy,
  NEED_KINDS,
  type Need,
  type NeedKey,
  type NeedKind,
  needInWords,
  needName,
  needsIn,
} from "./need.ts";
export * from "./no-wider.ts";
export { asksOnly, contradicted, type Objection, objectionInWords } from "./objection.ts";
export { OBJECTION_WORDS } from "./objection-words.ts";
export { orderCounterparts } from "./order-counterparts.ts";
export * from "./order-dependencies.ts";
export * from "./order-edges.ts";
export * from "./order-files.ts";
export * from "./order-graph.ts";
export * from "./order-id.ts";
export { ORDER_MEMBERS } from "./order-members.ts";
export * from "./order-waves.ts";
export { OWN_BUILD_FOLDER } from "./own-build-folder.ts";
export * from "./placeholders.ts";
export * from "./plan-formats.ts";
export * from "./plan-whole.ts";
export * from "./planner-question.ts";
export * from "./prompt-limits.ts";
export * from "./proposal.ts";
export * from "./providers.ts";
export * from "./repo-path.ts";
export * from "./request-message.ts";
export * from "./review.ts";
export * from "./round.ts";
export {
  formatViolation,
  judge,
  judgeExchange,
  judgeWorkOrder,
  MAX_GIVEN_VALUES,
  type SchemaViolation,
  workOrderViolations,
} from "./schema-judge.ts";
export * from "./schema-uri.ts";
export {
  CHECK_LANGUAGES,
  type CheckTrial,
  type Examination,
  type ExaminationCheck,
  type Examined,
  type Finding,
} from "./schemas/examination.ts";
export * from "./seal.ts";
export * from "./secret-file.ts";
export * from "./speculation.ts";
export * from "./stage.ts";
export * from "./standing-config.ts";
export * from "./ticked-text.ts";
export * from "./tool-call.ts";
export * from "./work-order.ts";
export { writeBetween } from "./write-between.ts";
