export { cancelRun } from "./cancel-run.ts";
export { lowerBudget } from "./lower-budget.ts";
export { planToCarryOut } from "./plan-to-carry-out.ts";
export { type RunState, type RunStatus, runStatus } from "./run-status.ts";
export { type Starter, startRun } from "./start-run.ts";
export { textInRepo } from "./text-in-repo.ts";
