// What a face imports: the operations and their catalogue. A face writes requests, and draws outcomes and events.

export { storedBuild } from "./build/drawing.ts";
export type { BuildResult } from "./build/result.ts";
export { CATALOGUE, type Entry, type Member, type OperationName } from "./catalogue.ts";
export type { Agreement, ChangeScene, Face, Progress, Scene } from "./context.ts";
export type * from "./face-types.ts";
export type {
  AskResult,
  AuditResult,
  ConfigResult,
  CostResult,
  DoctorResult,
  ExplainResult,
  ReviseResult,
  StrengthResult,
} from "./generated/library.ts";
export { repoAround } from "./named-repo.ts";
export type { CheckResult } from "./operations/check.ts";
export type { DiffDrawing } from "./operations/diff.ts";
export type { ExplainDrawing } from "./operations/explain.ts";
export { readReport } from "./operations/report.ts";
export type { RunInList, RunsDrawing } from "./operations/runs.ts";
export type { ShowDrawing } from "./operations/show.ts";
export type { Outcome, OutcomeError, OutcomeWarning } from "./outcome.ts";
export { done, INTERRUPTED, refused } from "./outcome.ts";
export { entryOf, type Keys, perform, type World } from "./perform.ts";
export { resultDocument, resultMembers } from "./result-document.ts";
export { type ChangedPlan, changesInWords } from "./results/changed-plan.ts";
export type { OrderResult } from "./results/order-result.ts";
export { assumptionsInWords, type MadePlan } from "./results/plan.ts";
export type { PlannedOrder, PlanShown } from "./results/planned-orders.ts";
export type { EndedOrder, RunResult } from "./results/run-result.ts";
export type { Intent, RunScene } from "./results/run-scene.ts";
export type { ConfigDrawing } from "./results/setting-rows.ts";
export { spendingOf } from "./results/spent.ts";
export { bisectInWords } from "./resume/next-commands.ts";
export type { OwedPush } from "./resume/owed-push.ts";
export { briefLines, excerptLines, exitInWords } from "./show/brief-lines.ts";
export { driftInWords } from "./show/drift.ts";
export { saidOf } from "./show/said.ts";
export { type WaitingShown, waitingInWords, waitingWork } from "./show/waiting-work.ts";
export type { Asked } from "./unbegun.ts";
