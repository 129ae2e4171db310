import { z } from "zod";
import { STAGES } from "../stage.ts";
import { saidObjectionSchema } from "./objection.ts";

export const STAGE = z.enum(STAGES);

/** Why an attempt failed, for the model and the post-mortem (contract §5). */
export const failureBriefSchema = z
  .object({
    stage: STAGE.describe("The gate that refused the attempt."),
    command: z.string().nullable().describe("The command that failed, if one did."),
    exit_code: z.number().int().nullable().describe("Its exit code; null if it did not end by itself."),
    primary_error_excerpt: z.string().describe("The end of what it printed, or the reason in words."),
    acceptance: z
      .object({
        passed: z.array(z.string()).readonly().describe("The acceptance commands that passed."),
        failed: z.array(z.string()).readonly().describe("The acceptance commands that failed."),
      })
      .optional()
      .describe("How the acceptance commands ended after a failed verification; this decided nothing."),
    reviewed: z
      .literal(true)
      .optional()
      .describe("True if every command passed and only notes of the review were unresolved; left out otherwise."),
    failed_before: z
      .literal(true)
      .optional()
      .describe(
        "True if the command failed before the order too, or before the first one of a plan; left out otherwise.",
      ),
    constraints_reminder: z.string().describe("What the next attempt must respect."),
    bisect: z
      .string()
      .optional()
      .describe(
        "With `plan_acceptance_failed`: a line for the shell that finds the commit at which the command began to fail.",
      ),
    objection: saidObjectionSchema.optional().describe("With `objected`: the model's objection to the order."),
  })
  .meta({ title: "llmch failure brief", description: "Why an attempt failed, as the next one is told." });
