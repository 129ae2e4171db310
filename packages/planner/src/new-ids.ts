import { type JsonObject, type JsonValue, listMember } from "@llmch/text";

/** The new id of each order of a plan, by its old one; null for an order that is dropped. */
export type NewIds = ReadonlyMap<string, string | null>;

/** The order with the new ids of the orders that it depends on. A dropped one goes from its list, and an id of no order stays. */
export const withNewIds = (order: JsonObject, newIds: NewIds): JsonObject => {
  const named = listMember(order, "depends_on");
  if (named.length === 0) return order;
  return { ...order, depends_on: keptReferences(order, newIds).map((index) => newOf(named[index] ?? null, newIds)) };
};

/** The indices in the order's `depends_on` of the ids that stay. */
export const keptReferences = (order: JsonObject, newIds: NewIds): readonly number[] =>
  listMember(order, "depends_on").flatMap((id, index) => (newOf(id, newIds) === null ? [] : [index]));

const newOf = (id: JsonValue, newIds: NewIds): JsonValue => {
  const found = typeof id === "string" ? newIds.get(id) : undefined;
  return found === undefined ? id : found;
};
