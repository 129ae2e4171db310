export type { AssessWhy, Bound, Step } from "./step.ts";
