import { orderCounterparts } from "@llmch/contract";
import { canonicalJson, type JsonObject, type JsonValue, member } from "@llmch/text";
import { plannedOrder } from "./compiled-plan.ts";
import { withNewIds } from "./new-ids.ts";

/** What happens to an order when its plan is revised. An order is kept if only numbers change: its own, or of orders that it depends on. */
export type OrderChange =
  | { readonly kind: "added"; readonly after: JsonObject }
  | { readonly kind: "removed"; readonly before: JsonObject }
  | { readonly kind: "changed" | "kept"; readonly before: JsonObject; readonly after: JsonObject };

/**
 * Compares two plans order by order, in the sequence of the new one; removed orders come last. `orderCounterparts` says
 * which are the same.
 */
export const planChanges = (before: readonly JsonObject[], after: readonly JsonObject[]): readonly OrderChange[] => {
  const [old, now] = [before.map(written), after.map(written)];
  const pairs = orderCounterparts(old, now);
  const taken = new Set(pairs.values());
  const newIds = new Map([...pairs].map(([order, known]) => [textOf(known.id), textOf(order.id)]));
  return [
    ...now.map((order): OrderChange => {
      const known = pairs.get(order);
      if (known === undefined) return { kind: "added", after: order };
      const isKept =
        canonicalJson({ ...withNewIds(known, newIds), id: null }) === canonicalJson({ ...order, id: null });
      return { kind: isKept ? "kept" : "changed", before: known, after: order };
    }),
    ...old.flatMap((order): OrderChange[] => (taken.has(order) ? [] : [{ kind: "removed", before: order }])),
  ];
};

/** With the members and key order of the plans that llmch writes. */
const written = (order: JsonObject): JsonObject => ({
  ...plannedOrder(order, textOf(member(order, "id")), member(order, "verify_exempt") === true),
});

const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");
