import type { Diagnostic } from "@llmch/contract";
import { holdsMoreThan, isJsonObject, type JsonValue, member } from "@llmch/text";

/** Far above any plan that a person or a model writes. Beyond it, findings would fill the memory. */
const MAX_ORDERS = 20_000;
const MAX_VALUES = 1_000_000;

/** Reports a document that is too large to be a plan; otherwise null. Nothing else in it is judged. */
export const oversizedPlan = (document: JsonValue): Diagnostic | null => {
  const orders = isJsonObject(document) ? member(document, "work_orders") : undefined;
  if (Array.isArray(orders) && orders.length > MAX_ORDERS) {
    return finding(`the plan has ${orders.length} orders; ${MAX_ORDERS} are read at most`);
  }
  return holdsMoreThan(document, MAX_VALUES) ? finding(`the plan holds more than ${MAX_VALUES} values`) : null;
};

const finding = (message: string): Diagnostic => ({ code: "E202", wo_id: null, field: null, message });
