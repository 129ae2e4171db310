import { z } from "zod";
import { DIAGNOSTIC_CODES, type DiagnosticCode } from "../diagnostic.ts";

/** One finding about a plan (contract §3). */
export const diagnosticSchema = z.object({
  code: z
    .enum(Object.keys(DIAGNOSTIC_CODES) as DiagnosticCode[])
    .describe("`E` blocks, `W` does not; `llmch explain` explains each."),
  wo_id: z.string().nullable().describe("The order's id, or `index-N` if it has none; null for the whole plan."),
  message: z.string().describe("What is wrong, with the value in question."),
  field: z.string().nullable().describe("The order's or the manifest's field, if the finding is about one."),
  pointer: z
    .string()
    .exactOptional()
    .describe("A JSON pointer to the place, in the manifest as it was given; left out if it concerns no single place."),
});
