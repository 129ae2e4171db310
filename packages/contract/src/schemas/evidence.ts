import { z } from "zod";
import { examinedSchema } from "./examination.ts";

const count = z.number().int().min(0);

/** What a PASS rests on. */
export const evidenceSchema = z
  .object({
    tests: count.nullable().describe("How many tests the verification ran; null if its runner does not tell."),
    acceptance: count.describe("The acceptance commands that the author saw; all passed."),
    hidden: count.describe("Those that no author saw; all passed."),
    same_conversation: z
      .literal(true)
      .exactOptional()
      .describe("Set if the author went on with its planner's conversation: it saw every check."),
    ci_alone: z
      .array(z.string())
      .readonly()
      .exactOptional()
      .describe("What the repo's CI runs, and the verification does not."),
    examined: examinedSchema.exactOptional(),
  })
  .describe("What the PASS rests on.");
