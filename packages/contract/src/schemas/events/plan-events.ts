import { z } from "zod";
import { planConfigSchema } from "../run-config.ts";
import { attempt, count, diagnostics, format, kind, maxAttempts, model } from "./members.ts";

/** Making a plan. */
export const planEvents = [
  kind("plan_started", {
    format,
    spec: z.string().describe("The spec's file as it was given, or `-`."),
    title: z.string().optional().describe("The headline of the spec."),
    model,
    max_attempts: maxAttempts,
    config: planConfigSchema,
  }),
  kind("compile_attempt_started", { attempt, max_attempts: maxAttempts }),
  kind("compile_attempt_judged", {
    attempt,
    errors: diagnostics.describe("What blocks the plan; empty if it passes."),
    warnings: diagnostics.describe("What does not block it."),
  }),
  kind("planner_asked", {
    attempt,
    questions: z
      .array(
        z.object({
          id: z.string().describe("Unique in the plan."),
          question: z.string().describe("In the model's words."),
          why: z.string().describe("What of the plan depends on it."),
          assumed: z.string().describe("What the plan assumes if nobody answers."),
        }),
      )
      .readonly()
      .describe("What only the user can say."),
  }),
  kind("question_answered", {
    id: z.string().describe("The question's."),
    question: z.string().describe("As the planner asked it."),
    answer: z.string().nullable().describe("The user's own words; null if nobody was asked: the plan then assumes."),
  }),
  kind("designed", {
    sha256: z.string().describe("Of the design, `design/design.json`."),
    modules: count.describe("How many parts it describes."),
    interfaces: count.describe("How many interfaces between its parts."),
    names: count.describe("How many names."),
    decisions: count.describe("How many decisions."),
    attempts: count.describe("How often the model was asked for it; 0 if it was in the plan's folder."),
  }),
  kind("undesigned", { why: z.string().describe("Why there is no design; the orders are carried out without it.") }),
  kind("plan_written", {
    work_orders: count.describe("How many."),
    directory: z.string().describe("Relative to the run's directory."),
  }),
] as const;
