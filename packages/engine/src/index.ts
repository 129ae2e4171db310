export type { Context, Environment } from "./context.ts";
export type { RunObserver } from "./observer.ts";
export type { AttemptLimit, FactoryOptions, GivenSettings, PlanOptions, ResumeOptions } from "./options.ts";
