export { type Estimate, estimateCarryingOut } from "./carrying-out.ts";
export { compileRun } from "./compile-run.ts";
export { type FoundPlan, findPlan, placeOfRun } from "./find-plan.ts";
export { keptSpec } from "./kept-spec.ts";
export { makePlan, type PreparedPlan, preparePlan } from "./make-plan.ts";
export type { PlanEnding } from "./plan-ending.ts";
export { newestPlan } from "./plan-origin.ts";
export {
  type PreparedRevision,
  plannedRepo,
  prepareRevisedPlan,
  type RevisedPlan,
  replaceStandingPlan,
  revisePlan,
} from "./revise-plan.ts";
export { widerLanded } from "./wider-landed.ts";
