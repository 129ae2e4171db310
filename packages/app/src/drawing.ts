// What a face needs to draw outcomes, besides their results.

export type { SettingDrawing } from "./change-setting.ts";
export { findTopic, TOPICS, type Topic } from "./explain-topics.ts";
export type { CheckDrawing } from "./operations/check.ts";
export type { RemovalDrawing } from "./operations/discard.ts";
export type { PlanReviseDrawing } from "./operations/plan-revise.ts";
export type { ResumeDrawing } from "./operations/resume.ts";
export type { ReviseDrawing } from "./operations/revise.ts";
export type { RunsDrawing } from "./operations/runs.ts";
export { schemaNames } from "./operations/schema.ts";
export type { ShowDrawing } from "./operations/show.ts";
export { changesInWords, isOther } from "./results/changed-plan.ts";
export type { PlanDrawing } from "./results/plan.ts";
export { type LookedAt, type PlannedOrder, plannedOrders } from "./results/planned-orders.ts";
export type { DryRunDrawing, Intent, OrderResult, RunDrawing, RunScene, Standing } from "./results/run.ts";
export { type ConfigDrawing, keyState, settingsNamed } from "./results/settings-document.ts";
export { type Spent, spendingOf } from "./results/spent.ts";
export { type OwedPush, owedPushOf } from "./resume/index.ts";
export { briefLines, exitInWords, failingTests } from "./show/brief-lines.ts";
export type { NextStep } from "./show/next-steps.ts";
