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
        passed: z.array(z.string()).readonly().describe("Those that passed."),
        failed: z.array(z.string()).readonly().describe("Those that failed."),
      })
      .optional()
      .describe("What the acceptance commands said after a verification that failed; it decided nothing."),
    others: z
      .string()
      .optional()
      .describe("What became of the attempt's other candidates, in words; left out if there were none."),
    reviewed: z
      .literal(true)
      .optional()
      .describe("Every command held, and notes of a review still stood; left out otherwise."),
    failed_before: z
      .literal(true)
      .optional()
      .describe("The command failed in the same way before the order; left out otherwise."),
    constraints_reminder: z.string().describe("What the next attempt must keep to."),
    objection: saidObjectionSchema.optional().describe("With `objected`: what the model said of the order."),
  })
  .meta({ title: "llmch failure brief", description: "Why an attempt failed, as the next one is told." });
