export { findPlan, placeOfRun } from "./find-plan.ts";
export { newestPlan } from "./plan-origin.ts";
