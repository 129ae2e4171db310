import { MOST_NOTES, NOTE_CHARACTERS } from "@llmch/contract";
import { type JsonObject, strictObject } from "@llmch/text";
import { type AnswerSchema, CHANGED_PLAN_MEMBERS, changedSchema, orNull, PLAN_MEMBERS } from "../plan-schema.ts";
import { list, text } from "../schema-parts.ts";

const orText = (description: string): JsonObject => ({ type: ["string", "null"], description });

const members = {
  completes: { type: "boolean", description: "Whether the milestone is reached once these orders have landed." },
  notes: list(
    strictObject({
      before: orText("A note of the window before, word for word; null for a new one."),
      now: orText(`The note from now on, ${NOTE_CHARACTERS} characters at most; null to drop it.`),
      why: text("Why it is new, changed or dropped; empty if it is kept."),
    }),
    `Each note of the window before once, and new ones; ${MOST_NOTES} remain at most.`,
  ),
  abort: orNull(
    strictObject({
      order: text("The order that is given up, by its id."),
      reason: text("Why it cannot be done as the milestone stands."),
      cites: list(text("An order, a commit or a command that failed."), "What shows it."),
    }),
  ),
};

/** The acceptance of the milestone takes the place of the plan's. */
const ofWindow = ({ plan_acceptance: _, ...plan }: JsonObject): JsonObject => ({ ...plan, ...members });

/** The schema for an answer with a window of a build, and for the answer to one that was sent back. */
export const WINDOW_SCHEMA: AnswerSchema = { name: "work_order_window", schema: strictObject(ofWindow(PLAN_MEMBERS)) };
export const CHANGED_WINDOW_SCHEMA: AnswerSchema = {
  name: "changed_window",
  schema: changedSchema(ofWindow(CHANGED_PLAN_MEMBERS)),
};
