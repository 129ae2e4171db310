import { type JsonObject, member, objectsMember } from "@llmch/text";

const NAMES = ["fulfils", "depends_on", "already_true_because", "derive", "checks"] as const;

/**
 * The members of an order that older plans lack (contract §9), apart from hidden commands. A strict answer always has all of them; this
 * drops those that are empty.
 */
export const laterMembers = (order: JsonObject): JsonObject =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = member(order, name) ?? null;
      return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]];
    }),
  );

/**
 * True if an order of the plan has such a member, or a command in object form. Only these plans must meet the newer rules, so older answers
 * give the same result as before.
 */
export const usesLaterMembers = (manifest: JsonObject | null): boolean =>
  objectsMember(manifest ?? {}, "work_orders").some(
    (order) => Object.keys(laterMembers(order)).length > 0 || objectsMember(order, "acceptance_commands").length > 0,
  );
