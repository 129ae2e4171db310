import { z } from "zod";
import { STAGE } from "../failure-brief.ts";
import { saidObjectionSchema } from "../objection.ts";
import { verdictSchema as verdict } from "../run-summary.ts";
import { attempt, count, diagnostics, kind, order } from "./members.ts";

/** A revision of an order: the whole of it is kept as `revision_N/work_order.json`. */
const revision = {
  revision: count.describe("Counts from 1."),
  order,
  from_sha256: z.string().describe("Of the order before the revision."),
  work_order_sha256: z.string().nullable().describe("Of the revised order; null if there is none."),
};

/** What is done differently after a failure, or after an objection. */
export const escalationEvents = [
  kind("escalated", {
    attempt,
    row: count.describe("Which row of the table `factory.escalation` the failure took, from 0."),
    do: z.enum(["retry", "model", "agent", "divide", "revise", "ask", "stop"]).describe("What it says."),
    model: z.string().nullable().describe("The model that is asked from now on, instead of that of the settings."),
  }),
  kind("objected", {
    attempt,
    turn: count.describe("Which question of the attempt it answers, from 1."),
    objection: saidObjectionSchema,
  }),
  kind("revision_proposed", {
    ...revision,
    errors: diagnostics.describe("What was wrong with the last answer; empty if the revision may be accepted."),
    warnings: diagnostics.describe("What does not prevent it from being accepted."),
  }),
  kind("order_revised", {
    ...revision,
    asked: z
      .boolean()
      .describe(
        "Whether the user agreed to this one; false if `--revise`, or a row of the table, had allowed it before.",
      ),
    members: z.array(z.string()).optional().describe("The members of the order that changed."),
    commands: z.array(z.string()).optional().describe("The acceptance commands that are new, but for hidden ones."),
    row: count
      .optional()
      .describe("Which row of `factory.escalation` had it revised, from 0; left out if the user or `--revise` did."),
    mark: z.string().nullable().optional().describe("Of records that older versions of llmch made."),
  }),
  kind("revision_left", { attempt }),
  kind("divided", {
    attempt,
    children: z
      .array(
        z.object({
          order: z.string().describe("The child's id, such as WO-01.2."),
          title: z.string().describe("Its title."),
          work_order_sha256: z.string().describe("Of the child without provenance and `$schema`."),
        }),
      )
      .readonly()
      .describe("The smaller orders that are carried out instead, in sequence."),
  }),
  kind("child_ended", {
    attempt,
    order: z.string().describe("The child's id."),
    verdict,
    attempts: count.describe("The number of its attempts that counted."),
    stage: STAGE.nullable().describe("The gate that its last attempt ended at; null if it passed, or was stopped."),
    summary: z.string().nullable().describe("The model's own words for what it did; null if it did not pass."),
  }),
  kind("user_answered", {
    attempt: count.describe("The attempt after which the user was asked."),
    text: z.string().describe("The user's own words."),
  }),
] as const;
