export { scopeChanges } from "../scope/scope-changes.ts";
export { buildState } from "./build-state.ts";
export { nextStep } from "./next-step.ts";
export {
  assessmentNeed,
  type BuildState,
  type EventOf,
  isNoted,
  milestonesSoFar,
  type OrderTold,
  ordersTold,
  standingFindings,
  type WindowTold,
} from "./state.ts";
export type { AssessWhy, BuildStep } from "./step.ts";
