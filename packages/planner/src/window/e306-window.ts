import { type Diagnostic, orderId } from "@llmch/contract";
import { counted, type JsonObject, listMember } from "@llmch/text";
import type { OrderReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import { malformedId } from "../rules/e001-id.ts";
import type { Finding } from "../rules/rule.ts";
import type { PlannedWindow, PlanWindow } from "./window.ts";

/** A window has orders, as many as were asked for at most, or says why there are none. */
export const windowFaults = (
  manifest: JsonObject,
  { completes, abort }: PlannedWindow,
  { most_orders: most }: PlanWindow,
): readonly Diagnostic[] => {
  const { length } = listMember(manifest, "work_orders");
  const faults = [
    ...(length > most ? [`${counted(length, "order")}, of ${most} that this window may have`] : []),
    ...(length === 0 && !completes && abort === null
      ? ["`work_orders` is empty, although the window neither completes its milestone nor gives an order up"]
      : []),
    ...(length > 0 && abort !== null ? [`it gives up ${quote(abort.order)}, and still has orders`] : []),
    ...(abort !== null && completes ? [`it gives up ${quote(abort.order)}, and still completes its milestone`] : []),
    ...(abort !== null && (abort.order === "" || abort.reason === "")
      ? ["`abort` says which order is given up, and why"]
      : []),
  ];
  return faults.map((message) => ({
    ...{ code: "E306", wo_id: null, field: "work_orders", message, pointer: "/work_orders" },
  }));
};

/** Ids go on counting over the windows of a build. */
export const misplacedInWindow = (
  order: OrderReading,
  index: number,
  { first_order: first }: PlanWindow,
): readonly Finding[] => {
  const malformed = malformedId(order);
  const due = orderId(first + index);
  if (malformed.length > 0 || order.id === due) return malformed;
  const message = `id ${quote(order.label)} stands where ${due} is due: this window's ids count on from ${orderId(first)}`;
  return [{ code: "E306", field: "id", message, pointer: "/id" }];
};
