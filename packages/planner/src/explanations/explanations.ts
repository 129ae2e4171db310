import type { DiagnosticCode } from "@llmch/contract";
import type { Explanation } from "./explanation.ts";
import { OF_BUILDS, OF_SPECS } from "./of-builds.ts";
import { OF_COMMANDS } from "./of-commands.ts";
import { OF_DIVISIONS } from "./of-divisions.ts";
import { OF_FULFILMENT } from "./of-fulfilment.ts";
import { OF_ORDERS } from "./of-orders.ts";
import { OF_PLANS } from "./of-plans.ts";
import { OF_RUNS } from "./of-runs.ts";

// A separate entry point, so `check` does not load what it never prints.
export { type Example, examplePlan, exampleText } from "./example.ts";
export type { Explanation } from "./explanation.ts";
export { OF_BUILDS, OF_RUNS };

/** What the check of a plan alone never finds. */
export const BEYOND_PLANS = { ...OF_RUNS, ...OF_DIVISIONS, ...OF_BUILDS, ...OF_SPECS };

/** The explanation of every code of the catalogue. */
export const EXPLANATIONS: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...OF_PLANS,
  ...OF_ORDERS,
  ...OF_COMMANDS,
  ...OF_FULFILMENT,
  ...BEYOND_PLANS,
};
