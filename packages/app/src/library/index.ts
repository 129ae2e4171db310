export type * from "../generated/library.ts";
export type * from "../library-outcome.ts";
export { createLlmch } from "./create-llmch.ts";
export type { Installation } from "./instance.ts";
export type * from "./public.ts";

import type { PlanResult, RunAllResult } from "../generated/library.ts";
/** A compiled plan. */
export type Plan = PlanResult;
/** One run of orders. */
export type Run = RunAllResult;
