import { z } from "zod";

/** How severe a review note is. The first two go back to the author. */
export const SEVERITIES = ["blocker", "major", "minor", "nit"] as const;

/** What happens to a note: it goes back to the author, is kept for people, or was disproved by its own command. */
export const STANDINGS = ["blocks", "kept", "struck"] as const;

export const reviewNoteSchema = z.looseObject({
  severity: z
    .enum(SEVERITIES)
    .describe("A `blocker` or `major` goes back to the author; the others are kept for people."),
  path: z.string().nullish().describe("The file that the note is about; null for the whole change."),
  line: z.number().int().nullish().describe("The line in the file after the change; null for none."),
  claim: z.string().min(1).max(4_000).describe("What is wrong, and for whom."),
  evidence: z
    .string()
    .max(4_000)
    .nullish()
    .describe("The sentence of the order or the spec that the note is based on, copied."),
  command: z
    .string()
    .max(2_000)
    .nullish()
    .describe("A command that fails if the claim holds, and exits with 0 if it does not; null if none can tell."),
});

/** A reviewer's answer about an order's work (contract §9). */
export const reviewSchema = z
  .looseObject({
    summary: z.string().describe("The reviewer's opinion of the change, in a sentence or two."),
    notes: z.array(reviewNoteSchema).max(100).describe("What is wrong, the most serious first; empty if nothing is."),
  })
  .meta({ title: "llmch review", description: "What a reviewer answers to an order's work." });

/** A note as recorded in the journal. */
export const toldNoteSchema = z.object({
  severity: z
    .enum(SEVERITIES)
    .describe("The severity that counts: without evidence, or without proof, no note is more than `minor`."),
  path: z.string().nullable().describe("The file that the note is about; null for the whole change."),
  line: z.number().int().nullable().describe("The line in the file after the change; null for none."),
  claim: z.string().describe("What is wrong."),
  standing: z
    .enum(STANDINGS)
    .describe("`blocks`: it goes back to the author; `kept`: for people; `struck`: its own command disproved it."),
});

/** Who reviewed an order's work, models first, and what each said last. */
export const reviewedSchema = z
  .array(
    z.object({
      by: z.string().describe("The model's name, or that of the person on the machine."),
      is: z.enum(["model", "person"]).describe("Which of the two."),
      decision: z.enum(["approve", "reject"]).describe("What came of it last."),
    }),
  )
  .readonly()
  .optional()
  .describe("Who reviewed its work; left out if nobody did.");
