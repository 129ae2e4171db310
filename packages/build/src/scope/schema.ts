import { COMMAND_SCHEMA, list, QUESTIONS_SCHEMA, QUOTE_SCHEMA, text } from "@llmch/planner";
import { type JsonObject, strictObject } from "@llmch/text";

export const MILESTONES_SCHEMA = list(
  strictObject({
    id: text("M1, M2, … in list order."),
    outcome: text("What somebody can do then: A user can …"),
    fulfils: list(QUOTE_SCHEMA, "The sentences of the specification that it brings."),
    acceptance: list(COMMAND_SCHEMA, "What shows it, as a user would; at least one."),
    area: text("Where the work probably lies; it binds nobody."),
  }),
  "In the order of the work, twelve at most.",
);

/**
 * The JSON Schema for an answer with a scope. It is stricter than the published one, because strict structured output requires that:
 * everything is required, and nothing has a default or a pattern.
 */
export const SCOPE_SCHEMA: { readonly name: string; readonly schema: JsonObject } = {
  name: "scope",
  schema: strictObject({
    remit: strictObject({
      what: text("What is built, in one or two sentences."),
      for_whom: text("Who uses it."),
      what_not: list(text("A sentence, copied where the specification has it."), "What is left out."),
    }),
    assumptions: list(text("One sentence."), "What it rests on that the specification does not say."),
    milestones: MILESTONES_SCHEMA,
    questions: QUESTIONS_SCHEMA,
  }),
};
