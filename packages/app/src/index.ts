// What a face imports: the operations and their catalogue. A face writes requests, and draws outcomes and events.

export { storedBuild } from "./build/drawing.ts";
export type { BuildResult } from "./build/result.ts";
export { CATALOGUE, type Entry, entryOf, type Member, type OperationName } from "./catalogue.ts";
export type { Agreement, ChangeScene, Face, Progress, Scene } from "./context.ts";
export { resultDocument, resultMembers } from "./face/result-document.ts";
export type * from "./face/types.ts";
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
export type { CheckResult } from "./operations/check.ts";
export type { DiffDrawing } from "./operations/diff.ts";
export type { ExplainDrawing } from "./operations/explain.ts";
export { readReport } from "./operations/report.ts";
export type { RunInList, RunsDrawing } from "./operations/runs.ts";
export type { ShowDrawing } from "./operations/show.ts";
export type { Outcome, OutcomeError, OutcomeWarning } from "./outcome.ts";
export { done, INTERRUPTED, refused } from "./outcome.ts";
export { type Keys, perform, type World } from "./perform.ts";
export type { Asked } from "./reopen.ts";
export { repoAround } from "./request/named-repo.ts";
export { type ChangedPlan, changesInWords } from "./runs/results/changed-plan.ts";
export type { OrderResult } from "./runs/results/order-result.ts";
export { assumptionsInWords, type MadePlan } from "./runs/results/plan.ts";
export type { PlannedOrder, PlanShown } from "./runs/results/planned-orders.ts";
export type { EndedOrder, RunResult } from "./runs/results/run-result.ts";
export type { Intent, RunScene } from "./runs/results/run-scene.ts";
export { spendingOf } from "./runs/results/spent.ts";
export { bisectInWords } from "./runs/resume/next-commands.ts";
export type { OwedPush } from "./runs/resume/owed-push.ts";
export { briefLines, excerptLines, exitInWords } from "./runs/show/brief-lines.ts";
export { driftInWords } from "./runs/show/drift.ts";
export { eventInWords, saidOf } from "./runs/show/said.ts";
export { type WaitingShown, waitingInWords, waitingWork } from "./runs/show/waiting-work.ts";
export type { ConfigDrawing } from "./settings/setting-rows.ts";
