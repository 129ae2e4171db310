export { isolationInWords } from "./isolation.ts";
export type { Prepared } from "./preflight.ts";
export { type PushPlan, pushInWords, pushPlan } from "./push-plan.ts";
