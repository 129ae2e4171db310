export type { BuildLimits } from "./bounds.ts";
export { buildState } from "./build-state.ts";
export { nextStep } from "./next-step.ts";
export {
  areReached,
  assessmentNeed,
  type BuildState,
  type EventOf,
  milestonesSoFar,
  type WindowTold,
} from "./state.ts";
export type { AssessWhy, Bound, Step } from "./step.ts";
export { type OrderTold, ordersTold } from "./windows.ts";
