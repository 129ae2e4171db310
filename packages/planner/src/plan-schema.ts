import { CONDITION_KINDS } from "@llmch/contract";
import { type JsonObject, strictObject } from "@llmch/text";
import { list, QUOTE_SCHEMA, text } from "./schema-parts.ts";
import { REQUIREMENT_KINDS } from "./verify-contract.ts";

/** The JSON Schema of an answer, by its name. */
export interface AnswerSchema {
  readonly name: string;
  readonly schema: JsonObject;
}

const path = text("A relative POSIX path inside the repository.");
const condition = strictObject({
  kind: { type: "string", enum: [...CONDITION_KINDS] },
  path,
  text: { type: ["string", "null"], description: "With file_contains: what stands in the file, else null." },
});
const requirement = strictObject({ kind: { type: "string", enum: [...REQUIREMENT_KINDS] }, path });

/** One of several acceptance commands. */
export const COMMAND_SCHEMA = strictObject({
  command: text("One process, no shell."),
  hidden: { type: "boolean", description: "True: the implementer does not see it." },
});

const orderMembers = {
  id: text("WO-01, WO-02, … in list order."),
  title: text("One line in the imperative."),
  intent: text("What to build, complete in itself."),
  preconditions: list(condition, "What holds before the order starts."),
  postconditions: list(condition, "What holds afterwards, of each allowed file."),
  allowed_files: list(path, "The only files that the order may write."),
  forbidden: list(text("One sentence."), "What must not be done."),
  acceptance_commands: list(COMMAND_SCHEMA, "At least one."),
  context_files: list(path, "Other files to show; ten at most."),
  notes: { type: ["string", "null"], description: "Signatures, constants, messages, formats, examples." },
  fulfils: list(QUOTE_SCHEMA, "The sentences that the order fulfils."),
  already_true_because: {
    type: ["string", "null"],
    description: "Why its commands hold before the work; empty where one fails.",
  },
  derive: list(
    strictObject({ command: text("One process, no shell."), files: list(path, "What it makes.") }),
    "Files that a tool makes, such as a lock file; mostly none.",
  ),
};
const order = strictObject(orderMembers);

export const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });
const { id, ...others } = orderMembers;

/** The schema for an answer with a revised order: the members that change. */
export const REVISED_ORDER_SCHEMA: AnswerSchema = {
  name: "revised_work_order",
  schema: strictObject({
    id,
    ...Object.fromEntries(Object.entries(others).map(([name, schema]) => [name, orNull(schema)])),
  }),
};

/** The schema for an answer with the children of a divided order. */
export const CHILDREN_SCHEMA: AnswerSchema = {
  name: "work_order_children",
  schema: strictObject({ work_orders: list(order, "The children in order, with their ids; two at least.") }),
};

const verifyContract = strictObject({
  command: text("The command that verifies the whole repository."),
  requires: list(requirement, "The files without which it cannot pass."),
});

const overview = list(text("One sentence."), "What is built, and on which assumptions.");

const planAcceptance = orNull(
  list(COMMAND_SCHEMA, "What holds once all orders have landed, composing two at least; null for a plan of one order."),
);

const checks = orNull(
  list(
    strictObject({
      name: text("A plain file name."),
      content: text("A whole program or module."),
      hidden: { type: "boolean", description: "True: for hidden commands alone." },
    }),
    "Programs longer than a line, which commands run at $LLMCH_CHECKS; null for none.",
  ),
);

/** Questions to the user, beside what is asked for. */
export const QUESTIONS_SCHEMA = orNull(
  list(
    strictObject({
      id: text("q1, q2, …"),
      question: text("One question, in the words of whoever wrote the specification."),
      why: text("What of the plan depends on it."),
      assumed: text("What you would do without an answer."),
    }),
    "What you must ask before you can plan, if you were told that you may; else null.",
  ),
);

export const PLAN_MEMBERS: JsonObject = {
  system_overview: overview,
  verify_contract: orNull(verifyContract),
  plan_acceptance: planAcceptance,
  checks,
  work_orders: list(order, "WO-01 first; at least one, unless you ask."),
  questions: QUESTIONS_SCHEMA,
};

/** An order, which the schema of a changed plan names twice. */
const ORDER = { $ref: "#/$defs/order" };

export const CHANGED_PLAN_MEMBERS: JsonObject = {
  revised_orders: orNull(list(ORDER, "The orders that change, each whole; null where work_orders has them all.")),
  system_overview: orNull(overview),
  verify_contract: orNull(verifyContract),
  plan_acceptance: planAcceptance,
  checks,
  fulfils: orNull(
    list(strictObject({ id, fulfils: orderMembers.fulfils }), "What orders fulfil besides; null for none."),
  ),
  work_orders: orNull(list(ORDER, "The whole plan, only if orders come, go or get other ids; else null.")),
  questions: QUESTIONS_SCHEMA,
};

/**
 * The JSON Schema for an answer with a plan. It is stricter than the published one, because strict structured output requires that:
 * nullable instead of optional, no defaults, no patterns. It omits what the planner computes.
 */
export const PLAN_SCHEMA: AnswerSchema = { name: "work_order_manifest", schema: strictObject(PLAN_MEMBERS) };

/** With tools this form goes with each turn, so it leaves the words about an order's members to the prompt. */
export const changedSchema = (members: JsonObject): JsonObject => {
  const bare = JSON.stringify(order, (name, value) => (name === "description" ? undefined : value));
  return { ...strictObject(members), $defs: { order: JSON.parse(bare) } };
};

/** The schema for the answer to a plan that was sent back: the orders that change, or the whole plan. */
export const CHANGED_PLAN_SCHEMA: AnswerSchema = {
  name: "changed_manifest",
  schema: changedSchema(CHANGED_PLAN_MEMBERS),
};
