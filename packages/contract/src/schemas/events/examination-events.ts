import { z } from "zod";
import { examinedSchema } from "../examination.ts";
import { count, kind } from "./members.ts";

/** What black-box checks from the spec found, in a build or after the last order of a plan. */
export const examinationEvents = [
  kind("examined", {
    examination: count.describe("Counts from 1."),
    milestone: z.string().nullable().describe("The milestone that was reached; null for a plan."),
    tip: z.string().describe("The commit that was examined."),
    examined: examinedSchema,
    findings: z
      .array(
        z.object({
          id: z.string().describe("Such as F-01."),
          sentence: z.string().describe("What the product does not do."),
          why: z.string().describe("What its check expects, and what came instead."),
          flaky: z.boolean().describe("Whether it fails at times, or under load alone."),
        }),
      )
      .readonly()
      .describe("What stands against the product."),
  }),
] as const;
