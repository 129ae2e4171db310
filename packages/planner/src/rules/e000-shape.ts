import { type Diagnostic, loneOrder } from "@llmch/contract";
import { isJsonObject, type JsonValue, member } from "@llmch/text";
import { quote } from "../quote.ts";

const fault = (message: string, pointer: string, about: Partial<Diagnostic> = {}): Diagnostic => ({
  ...{ code: "E000", wo_id: null, message, field: null, pointer },
  ...about,
});

/** The top level is an object, `work_orders` a list that is not empty unless it may be, and each element an object. */
export const orderListFaults = (document: JsonValue, mayBeEmpty: boolean): readonly Diagnostic[] => {
  if (!isJsonObject(document)) return [fault(`the top level is ${kindOf(document)}, not an object`, "")];
  const orders = member(document, "work_orders");
  if (orders === undefined) return [noList(document)];
  if (!Array.isArray(orders)) return [fault(`\`work_orders\` is ${kindOf(orders)}, not a list`, "/work_orders")];
  if (orders.length === 0 && !mayBeEmpty) return [fault("`work_orders` is empty", "/work_orders")];
  return orders.flatMap((order: JsonValue, index) => (isJsonObject(order) ? [] : [notAnOrder(order, index)]));
};

/** Somebody who edited one order checks its file rather than the plan's directory. */
const noList = (document: JsonValue): Diagnostic => {
  const id = loneOrder(document);
  return id === null
    ? fault("`work_orders` is missing", "")
    : fault(`\`work_orders\` is missing: this is one work order, ${id}, not a plan`, "/id");
};

/** The finding about an element that is not an object. Counts from 0. */
export const notAnOrder = (element: JsonValue, index: number): Diagnostic =>
  fault(`order ${index}, counted from 0, is ${quote(element)}, not an object`, `/work_orders/${index}`, {
    wo_id: `index-${index}`,
  });

/** The finding about a plan in which every order makes only the verify script, which the repo already has (contract §4). */
export const nothingLeft = (): Diagnostic =>
  fault("the repo has the verify script already, and no order makes anything else", "/work_orders");

/** The verify contract, if there is one, is an object. */
export const contractFaults = (document: JsonValue): readonly Diagnostic[] => {
  const contract = isJsonObject(document) ? member(document, "verify_contract") : undefined;
  if (contract === undefined || contract === null || isJsonObject(contract)) return [];
  const message = `\`verify_contract\` is ${quote(contract)}, neither an object nor null`;
  return [fault(message, "/verify_contract", { field: "verify_contract" })];
};

/** The finding about a text that is not JSON at all. */
export const notJson = (why: string): Diagnostic => fault(`the text is not JSON that can be read: ${why}`, "");

const kindOf = (value: JsonValue): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return isJsonObject(value) ? "an object" : `a ${typeof value}`;
};
