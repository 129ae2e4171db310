import type { Diagnostic, JsonValue } from "@llmch/contract";
import { pointerAsGiven } from "./normalize.ts";
import type { Finding } from "./rules/rule.ts";

/**
 * Turns findings about one order into diagnostics of a plan.
 * @param label what the order is called
 * @param given the order as it was given, before it was normalised
 * @param index its place in the list, from 0
 */
export const orderDiagnostics = (label: string, given: JsonValue, index: number): ((found: Finding) => Diagnostic) => {
  const asGiven = pointerAsGiven(given);
  return ({ code, message, field, pointer }) => ({
    ...{ code, wo_id: label, message, field },
    pointer: `/work_orders/${index}${asGiven(pointer)}`,
  });
};
