import type { DiagnosticCode } from "@llmch/contract";
import type { Explanation } from "./explanation.ts";
import { OF_COMMANDS } from "./of-commands.ts";
import { OF_ORDERS } from "./of-orders.ts";
import { OF_PLANS } from "./of-plans.ts";

/** Every code of the catalogue at length. Apart from it, so that `check` does not load what it never prints. */
export const EXPLANATIONS: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...OF_PLANS,
  ...OF_ORDERS,
  ...OF_COMMANDS,
};
