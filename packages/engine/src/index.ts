export type { Context, RunAsked } from "./context.ts";
export type { RunObserver } from "./observer.ts";
export type {
  AskOptions,
  AttemptLimit,
  FactoryOptions,
  GivenSettings,
  PlanOptions,
  PlanRevisionOptions,
  ResumeOptions,
  ReviseOptions,
} from "./options.ts";
