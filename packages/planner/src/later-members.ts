import { type JsonObject, member, objectsMember } from "@llmch/contract";

const NAMES = ["fulfils", "depends_on", "already_true_because", "derive"] as const;

/**
 * The members of an order that plans of before do not have (contract §9), besides hidden commands. A strict answer has all of them, and
 * they are empty if the order needs none: those are left out.
 */
export const laterMembers = (order: JsonObject): JsonObject =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = member(order, name) ?? null;
      return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]];
    }),
  );

/**
 * True if an order of the plan has such a member, or a command that is said to be hidden or not. More is asked of these plans alone, so that
 * older answers come to what they came to.
 */
export const usesLaterMembers = (manifest: JsonObject | null): boolean =>
  objectsMember(manifest ?? {}, "work_orders").some(
    (order) => Object.keys(laterMembers(order)).length > 0 || objectsMember(order, "acceptance_commands").length > 0,
  );
