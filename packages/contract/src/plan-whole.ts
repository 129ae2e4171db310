import { isJsonObject, type JsonObject, type JsonValue, listMember, member } from "@llmch/text";
import { type Acceptance, acceptanceIn, withFiles } from "./acceptance.ts";
import { checkFilesFor, checkFilesIn } from "./check-files.ts";

/** The members of a manifest about the plan as a whole. */
const WHOLE_MEMBERS = ["system_overview", "verify_contract", "plan_acceptance", "checks"] as const;

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
  commandsIn(manifest, "plan_acceptance").map((each) => withFiles(each, checkFilesIn(manifest)));

const commandsIn = (document: JsonValue, field: string): readonly Acceptance[] =>
  isJsonObject(document) ? listMember(document, field).flatMap((entry) => acceptanceIn(entry) ?? []) : [];

/**
 * An order with the check files of its plan that its commands find, so that it holds all that it is judged by; the same order if there are
 * none. A file of its own counts if the plan has none of that name.
 */
export const withCheckFiles = (order: JsonObject, plan: JsonValue): JsonObject => {
  const files = new Map([...checkFilesIn(order), ...checkFilesIn(plan)].map((file) => [file.name, file]));
  const all = [...files.values()];
  const used = new Set(commandsIn(order, "acceptance_commands").flatMap((each) => checkFilesFor(each, all)));
  return used.size === 0 ? order : { ...order, checks: all.filter((file) => used.has(file)) };
};
