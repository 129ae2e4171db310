import { isJsonObject, type JsonObject, type JsonValue, listMember, member } from "@llmch/text";
import { type Acceptance, acceptanceIn } from "./acceptance.ts";

/** The members of a manifest about the plan as a whole. */
const WHOLE_MEMBERS = ["system_overview", "verify_contract", "plan_acceptance"] as const;

/** What a manifest says of the plan as a whole, without its orders. What is null or missing is left out. */
export const wholeOf = (manifest: JsonValue): JsonObject =>
  Object.fromEntries(
    WHOLE_MEMBERS.flatMap((name) => {
      const value = isJsonObject(manifest) ? (member(manifest, name) ?? null) : null;
      return value === null ? [] : [[name, value]];
    }),
  );

/** The commands that hold once all orders of a plan have landed. */
export const planAcceptanceOf = (manifest: JsonValue): readonly Acceptance[] =>
  isJsonObject(manifest) ? listMember(manifest, "plan_acceptance").flatMap((entry) => acceptanceIn(entry) ?? []) : [];
