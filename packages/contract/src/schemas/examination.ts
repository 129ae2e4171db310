import { z } from "zod";

const text = z.string().trim().min(1);
const count = z.int().min(0);

/** The languages of an examination's programs, each with the file name's end that people know it by. */
export const CHECK_LANGUAGES = ["python", "node", "sh"] as const;

const trialSchema = z.object({
  examination: count.describe("The examination that ran it; counts from 1."),
  program_sha256: z.string().describe("Of the program that ran."),
  alone: z.array(z.boolean()).readonly().describe("Whether it passed, for each run by itself."),
  loaded: z.boolean().nullable().describe("Whether it passed beside others on a busy machine; null if it did not run."),
  output: z.string().describe("The end of what it printed when it failed; empty if it never did."),
});

const checkSchema = z.object({
  id: z
    .string()
    .regex(/^E-[0-9]{2,}$/)
    .describe("`E-01`, `E-02`, … across milestones."),
  milestone: z.string().nullable().default(null).describe("The milestone after which it was asked for; null for none."),
  sentences: z.array(text).min(1).readonly().describe("What it holds the product to: sentences of the spec."),
  language: z.enum(CHECK_LANGUAGES).describe("Of the program."),
  program: text.describe("It exits with 0 if the product does as the sentences say."),
  expects: text.describe("What it expects, in words."),
  asked_back: z.boolean().default(false).describe("Whether its examiner was asked if it is right."),
  withdrawn: z.boolean().default(false).describe("Whether its examiner took it back."),
  results: z.array(trialSchema).readonly().default([]).describe("How it ended, for each examination."),
});

/** `examination.json`: what black-box checks from the spec found (contract §11). */
export const examinationSchema = z
  .object({
    checks: z.array(checkSchema).readonly().describe("Programs from the spec, by an examiner who never saw the code."),
    findings: z
      .array(
        z.object({
          id: z
            .string()
            .regex(/^F-[0-9]{2,}$/)
            .describe("`F-01`, `F-02`, …"),
          check: z.string().describe("The check's id."),
          sentence: text.describe("What the product does not do."),
          flaky: z.boolean().describe("Whether it fails at times, or under load alone: then it closes nothing."),
          open: z.boolean().describe("Whether its check still fails."),
        }),
      )
      .readonly()
      .describe("Checks that failed after they were asked back."),
    struck: z
      .array(
        z.object({ id: z.string().describe("The finding's."), reason: text.describe("Why, in a person's words.") }),
      )
      .readonly()
      .default([])
      .describe("Findings that a person struck."),
    questions: z
      .array(z.object({ sentence: text.describe("Of the spec."), question: text.describe("What it leaves open.") }))
      .readonly()
      .default([])
      .describe("What the spec leaves open, for a person: no check was made of it."),
    cut: z.array(z.string()).readonly().default([]).describe("Checks that did not run to their end in the time given."),
  })
  .meta({ title: "llmch examination", description: "What black-box checks from the spec found." });

/** A part of the journal and of evidence: how many checks passed, or why none ran. */
export const examinedSchema = z
  .union([
    z.object({ passed: count.describe("Checks that passed."), of: count.describe("Checks that ran.") }),
    z.string().describe("`not examined`, and why."),
  ])
  .describe("What an examination from the spec found.");

export type CheckTrial = Readonly<z.output<typeof trialSchema>>;
export type ExaminationCheck = Readonly<z.output<typeof checkSchema>>;
export type Examination = Readonly<z.output<typeof examinationSchema>>;
export type Finding = Examination["findings"][number];
export type Examined = z.output<typeof examinedSchema>;
