// What a face needs to draw outcomes, besides their results.

export {
  type JsonText,
  jsonText,
  type Located,
  nameOfFile,
  type Place,
  type PlanSource,
  type RelativePath,
  type ResolvedSettings,
  relativePath,
  type SourceText,
  settingValue,
} from "@llmch/config";
export {
  contradicted,
  type Decision,
  DIAGNOSTIC_CODES,
  type Diagnostic,
  type DiagnosticCode,
  type Evidence,
  type FailureBrief,
  FINAL_STAGES,
  goneFlag,
  type Need,
  ORDER_MEMBERS,
  type OrderGraph,
  objectionInWords,
  openQuestions,
  type PlannerQuestion,
  type RunEvent,
} from "@llmch/contract";
export { type NamedSetting, settingList } from "@llmch/contract/settings";
export { STAGE_EXPLANATIONS } from "@llmch/factory/explanations";
export { readTextFile } from "@llmch/files";
export { isFailureText, toldLines, withoutFrames } from "@llmch/languages";
export type { Caps } from "@llmch/models";
export type { Forecast, RevisedPlan, RunCommands } from "@llmch/plan";
export { type CompiledPlan, type Coverage, type CoveredSentence, uncovered } from "@llmch/planner";
export { EXPLANATIONS, type Example, exampleText } from "@llmch/planner/explanations";
export { commandEnvironment, resolveProgram, runProgram } from "@llmch/process";
export { killRunningPrograms } from "@llmch/process/running";
export { listRuns, storedSummaries } from "@llmch/records";
export { attemptsMade, type OrderRun, type ProposedRevision } from "@llmch/run";
export { resolveArtifactsRoot } from "@llmch/store";
export { repoFolders } from "@llmch/workspace";
export type { BuildDrawing } from "./build/drawing.ts";
export type { BuildResult } from "./build/result.ts";
export type { SettingDrawing } from "./change-setting.ts";
export { findTopic, TOPICS, type Topic } from "./explain-topics.ts";
export type {
  AskResult,
  AuditResult,
  CostResult,
  DoctorResult,
  PlanResult,
  PlanReviseResult,
  ReviseResult,
  StrengthResult,
} from "./generated/library.ts";
export { type PullRequest, pullRequestLines } from "./github/pull-request.ts";
export type { CheckDrawing } from "./operations/check.ts";
export type { DiffDrawing } from "./operations/diff.ts";
export type { RemovalDrawing } from "./operations/discard.ts";
export type { PlanReviseDrawing } from "./operations/plan-revise.ts";
export type { ResumeDrawing } from "./operations/resume.ts";
export type { ReviseDrawing } from "./operations/revise.ts";
export type { RunInList, RunsDrawing } from "./operations/runs.ts";
export { schemaNames } from "./operations/schema.ts";
export type { ShowDrawing } from "./operations/show.ts";
export { changesInWords, isOther } from "./results/changed-plan.ts";
export type { DryRunDrawing } from "./results/dry-run.ts";
export type { OrderResult } from "./results/order-result.ts";
export type { PlanDrawing } from "./results/plan.ts";
export { type LookedAt, type PlannedOrder, plannedOrders } from "./results/planned-orders.ts";
export type { RunDrawing, Standing } from "./results/run.ts";
export type { Intent, RunScene } from "./results/run-scene.ts";
export { type ConfigDrawing, settingsNamed } from "./results/settings-document.ts";
export { type Spent, spendingOf } from "./results/spent.ts";
export { bisectInWords } from "./resume/next-commands.ts";
export { type OwedPush, owedPushOf } from "./resume/owed-push.ts";
export { briefLines, exitInWords } from "./show/brief-lines.ts";
export { driftInWords } from "./show/drift.ts";
export { saidOf } from "./show/said.ts";
export { type WaitingShown, waitingInWords, waitingWork } from "./show/waiting-work.ts";
