import { WEAK_ACCEPTANCE } from "./acceptance.mjs";
import { BROKEN_CHAINS } from "./chain.mjs";
import { DROPPED_REQUIREMENTS, INVENTED_QUOTES } from "./requirements.mjs";
import { DIFFERING_MESSAGES, NO_CONTEXT, UNNAMED_FUNCTIONS } from "./seams.mjs";

/**
 * A fault of a plan: what it is called, its kind, the good plan that it hits, the order that it concerns (null: the plan as a whole),
 * the codes that would name it, whether only running the commands can tell, and the change that plants it.
 * @typedef {{
 *   name: string, kind: string, plan: string, order: string | null, codes: readonly string[], run?: boolean,
 *   change: (manifest: any) => void,
 * }} PlanFault
 */

/** @type {readonly PlanFault[]} */
export const PLAN_FAULTS = [
  ...DROPPED_REQUIREMENTS,
  ...WEAK_ACCEPTANCE,
  ...UNNAMED_FUNCTIONS,
  ...DIFFERING_MESSAGES,
  ...NO_CONTEXT,
  ...INVENTED_QUOTES,
  ...BROKEN_CHAINS,
];
