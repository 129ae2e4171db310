import { isPlannedOrderId, orderId } from "@llmch/contract";
import type { OrderReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { Finding } from "./rule.ts";

const finding = (message: string, pointer = "/id"): readonly Finding[] => [
  { code: "E001", field: "id", message, pointer },
];

/** The id by itself: `WO-` and the order's number, zero-padded to two digits. */
export const malformedId = ({ id }: OrderReading): readonly Finding[] => {
  if (id === undefined) return finding("the order has no id", "");
  if (typeof id === "string" && isPlannedOrderId(id)) return [];
  return finding(`id ${quote(id)} is not \`WO-\` and a number from 1 in at least two digits, such as WO-01`);
};

/** The id in its list: contiguous from WO-01, in list order. */
export const misplacedId = (order: OrderReading, index: number): readonly Finding[] => {
  const malformed = malformedId(order);
  const due = orderId(index + 1);
  if (malformed.length > 0 || order.id === due) return malformed;
  return finding(`id ${quote(order.label)} stands where ${due} is due: ids count up from WO-01 in list order`);
};
