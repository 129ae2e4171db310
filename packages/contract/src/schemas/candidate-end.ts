import { z } from "zod";
import { STAGE } from "./failure-brief.ts";

const count = z.number().int();

/** The outcome of one of the proposals that an attempt asked for. */
export const candidateEndSchema = z.object({
  candidate: count.describe("From 1."),
  end: z.enum(["passed", "failed", "not_judged"]).describe("`not_judged`: another one had won before its turn came."),
  stage: STAGE.nullable().describe("The gate that refused it; null if none did."),
  notes: count.nullable().describe("The total weight of the review's unresolved notes; null if it did not pass."),
  lines: count.nullable().describe("How many lines it changes; null if it did not pass."),
});
