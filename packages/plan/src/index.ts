export { type CheckedPlan, checkPlanAt, checkPlanValue, type PlanPlace } from "./check/check-plan.ts";
export { heldCommands } from "./check/held-acceptance.ts";
export type { RunCommands } from "./forecast/commands.ts";
export { type Forecast, forecastOf, scheduleEstimate } from "./forecast/forecast.ts";
export { compileRun, STANDING_COPY, STANDING_DESIGN } from "./plan/compile-run.ts";
export { findPlan } from "./plan/find-plan.ts";
export { type PlanInputs, readPlanSources, withModel } from "./plan/inputs.ts";
export { keptSpec, SPEC_COPY, specIn } from "./plan/kept-spec.ts";
export { preparePlan } from "./plan/make-plan.ts";
export { type NamedSpec, readNamedSpec, type SpecName, withoutCommands } from "./plan/named-spec.ts";
export type { PlanEnding } from "./plan/plan-ending.ts";
export { madeBy, originOf, type PlanOrigin } from "./plan/plan-origin.ts";
export { planUser } from "./plan/plan-user.ts";
export {
  type PreparedRevision,
  plannedRepo,
  prepareRevisedPlan,
  type RevisedPlan,
  replaceStandingPlan,
  revisePlan,
} from "./plan/revise-plan.ts";
export { listTarget, readTarget, type Target } from "./plan/target.ts";
export { widerLanded } from "./plan/wider-landed.ts";
