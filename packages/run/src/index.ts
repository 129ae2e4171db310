export { openVerifiedTrees } from "./baseline/verified-trees.ts";
export { reachBeyond } from "./decisions/commands-shown.ts";
export { openGate } from "./decisions/gate.ts";
export { examine } from "./examination/examine.ts";
export { examinedEvent } from "./examination/examined-event.ts";
export { executorAt, executorProgram } from "./executor/executor.ts";
export { dependencyOptions } from "./lease/dependency-options.ts";
export { findIsolation, type Isolation, isolationInWords, refusesUnseen } from "./lease/isolation.ts";
export { keptPlaces, ownPlaces } from "./lease/kept-places.ts";
export { type LentTrial, type Trial, type TrialPlace, type Tried, whileLent, whileTried } from "./lease/trial.ts";
export { filesToRead, needsOf, type OrderRun } from "./order/order-ending.ts";
export { newTask, type OrderTask } from "./order/order-task.ts";
export { optionsOf, runConfig } from "./order/run-config.ts";
export { lookAtCheckout } from "./preflight/own-places.ts";
export { checkPlanDrift } from "./preflight/plan-drift.ts";
export { type Prepared, preflight } from "./preflight/preflight.ts";
export { missingPrograms, treeAt } from "./preflight/programs.ts";
export { type PushPlan, pushInWords, pushPlan } from "./preflight/push-plan.ts";
export { clearLeftovers, clearWorktrees } from "./preflight/recovery.ts";
export type { PreflightRequest } from "./preflight/scene.ts";
export { unseenSubmodules } from "./preflight/submodules.ts";
export { UNVERIFIED_HINT } from "./preflight/unverified.ts";
export { verifyChoices } from "./preflight/verify-choices.ts";
export { graphOf, graphOfPending } from "./queue/graph.ts";
export type { OrderGraph } from "./queue/queue.ts";
export { objectedRepo } from "./revise/find-objected.ts";
export { foreignNeeds, strangeRepo } from "./revise/from-elsewhere.ts";
export { type ProposedRevision, proposeRevision, type RevisionEnding, takeUpRevision } from "./revise/revise-run.ts";
export { standingOrders } from "./revise/revised-orders.ts";
export { writeBack } from "./revise/write-back.ts";
export { carryOutSchedule, type ScheduleEnding } from "./schedule/carry-out.ts";
export { lastPush, type PushWord } from "./schedule/push-ending.ts";
export {
  type Schedule,
  unseenOrders,
  type Work,
  whileScheduled,
  workOfDirectory,
  workOfFile,
} from "./schedule/schedule.ts";
export { workOfOrders } from "./schedule/work-of-orders.ts";
