export { type CheckedPlan, checkPlanAt, checkPlanValue, type PlanPlace } from "./check-plan.ts";
