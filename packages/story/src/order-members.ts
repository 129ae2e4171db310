import { ORDER_MEMBERS } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";

/** The members that orders have, in the sequence in which people read them: those of the schema, then others. */
export const orderMembers = (...orders: readonly JsonObject[]): readonly string[] => {
  const own = new Set(orders.flatMap((order) => Object.keys(order)));
  return [...new Set([...ORDER_MEMBERS.filter((name) => own.has(name)), ...own])];
};
