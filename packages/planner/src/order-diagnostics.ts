import type { Diagnostic } from "@llmch/contract";
import type { JsonValue } from "@llmch/text";
import { pointerAsGiven } from "./normalize.ts";
import type { Finding } from "./rules/rule.ts";

/**
 * Turns findings about one order into diagnostics of a plan.
 * @param label the order's name
 * @param given the order before normalisation
 * @param index its list index, from 0
 */
export const orderDiagnostics = (label: string, given: JsonValue, index: number): ((found: Finding) => Diagnostic) => {
  const asGiven = pointerAsGiven(given);
  return ({ code, message, field, pointer }) => ({
    ...{ code, wo_id: label, message, field },
    pointer: `/work_orders/${index}${asGiven(pointer)}`,
  });
};
