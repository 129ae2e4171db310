import { type Diagnostic, judgeWorkOrder, type WorkOrder } from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";
import { type InlinePrograms, inlinePrograms } from "./inline-programs.ts";
import { normalizeOrder } from "./normalize.ts";
import { orderDiagnostics } from "./order-diagnostics.ts";
import { readOrder } from "./order-reading.ts";
import { notAnOrder } from "./rules/e000-shape.ts";
import { malformedId } from "./rules/e001-id.ts";
import { ORDER_RULES } from "./rules/pipeline.ts";

/** An order that may be carried out. */
export interface CheckedOrder {
  readonly order: WorkOrder;
  /** The order as normalised JSON, which its hash covers (contract §6). */
  readonly json: JsonObject;
}

export interface OrdersCheck {
  readonly errors: readonly Diagnostic[];
  /** In the given sequence, without those that have errors. */
  readonly orders: readonly CheckedOrder[];
}

/**
 * What `run` and `run-all` check before they create anything (contract §1): each order by itself, by the schema, E001, E003-E007 and E201, but
 * not its place in a chain. Accepts any JSON values, throws nothing, changes nothing.
 * @param documents in the listed sequence; undefined for one that is unreadable
 */
export const checkOrders = (documents: readonly (JsonValue | undefined)[], syntaxes: SyntaxReaders): OrdersCheck => {
  const programs = inlinePrograms(syntaxes);
  const errors: Diagnostic[] = [];
  const orders: CheckedOrder[] = [];
  for (const [index, document] of documents.entries()) {
    if (document === undefined) continue;
    const json = normalizeOrder(document);
    const faults = isJsonObject(json) ? orderFaults(json, document, index, programs) : [notAnOrder(json, index)];
    errors.push(...faults);
    const judged = judgeWorkOrder(json);
    if (faults.length === 0 && judged.ok && isJsonObject(json)) orders.push({ order: judged.value, json });
  }
  return { errors, orders };
};

const orderFaults = (
  json: JsonObject,
  given: JsonValue,
  index: number,
  programs: InlinePrograms,
): readonly Diagnostic[] => {
  const order = readOrder(json, index);
  const findings = [...malformedId(order), ...ORDER_RULES.flatMap((rule) => rule({ order, programs }))];
  return findings.map(orderDiagnostics(order.label, given, index));
};
