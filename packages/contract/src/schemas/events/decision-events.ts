import { z } from "zod";
import { NEED_KINDS } from "../../need.ts";
import { kind } from "./members.ts";

const need = {
  id: z.string().describe("`plan`, `network`, `push`, an order's id, or that of a planner's question."),
  of: z.enum(NEED_KINDS).describe("The kind of what is to be decided."),
  sha256: z.string().describe("Of what is to be decided: what has changed is asked anew."),
};

/** What people decide; in the journal of the run-all, or of the run of a single order. */
export const decisionEvents = [
  kind("decision_needed", {
    ...need,
    what: z.string().describe("What to decide or to answer."),
    until: z.string().optional().describe("UTC; of a usage limit: when it goes on by itself."),
    wider: z.boolean().optional().describe("True if it is wider than what the user saw."),
    shown: z.string().optional().describe("What was read before: commands, or what changes."),
    work: z
      .object({
        base: z.string().describe("The commit that it was made on."),
        tree: z.string().describe("The tree that would land; no ref names it."),
      })
      .optional()
      .describe("The work of an order that would land; left out if it is about none."),
  }),
  kind("decided", {
    ...need,
    decision: z.enum(["approve", "reject", "answer"]).describe("What was decided."),
    text: z.string().nullable().describe("The person's own words; null if there are none."),
    by: z
      .object({
        user: z.string().describe("The user's name on the machine."),
        through: z.enum(["terminal", "command", "program", "mcp", "acp", "page"]).describe("Where it was said."),
        client: z.string().nullable().describe("The program that spoke for the user; null if none did."),
      })
      .describe("Who decided."),
    at: z.string().describe("UTC; when it was decided."),
  }),
] as const;
