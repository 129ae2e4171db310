import { z } from "zod";
import { ASSESSMENTS, MOST_MILESTONES, MOST_NOTES, NOTE_CHARACTERS } from "../build-limits.ts";

const text = z.string().trim().min(1);
const texts = z.array(text).readonly();
const cites = texts.describe("What it rests on: ids of orders, commits, commands that failed. Code looks each up.");

export const milestoneSchema = z.object({
  id: z
    .string()
    .regex(/^M[1-9][0-9]?$/)
    .describe("`M1`, `M2`, … in list order."),
  outcome: text.describe("What a user can do then, as in `A user can add a note and see it in the list`."),
  fulfils: texts.default([]).describe("The sentences of the spec that it brings, copied."),
  acceptance: z
    .array(
      z.union([
        text,
        z.object({
          command: text.describe("One process, no shell."),
          hidden: z.boolean().default(false).describe("Whether no author sees it."),
        }),
      ]),
    )
    .min(1)
    .readonly()
    .describe("Commands that show it, as of work orders: one process each, no shell. They fail before the work."),
  area: z.string().default("").describe("Where the work probably lies: a sketch that binds nobody."),
});

/** `scope.json`: what a build is to achieve (contract §9). */
export const scopeSchema = z
  .object({
    remit: z
      .object({
        what: text.describe("What is built, in one or two sentences."),
        for_whom: text.describe("Who uses it."),
        what_not: texts.default([]).describe("What is left out; sentences of the spec that are, copied."),
      })
      .describe("What is built, for whom, and what not."),
    assumptions: texts.default([]).describe("What it rests on that the spec does not say."),
    milestones: z.array(milestoneSchema).min(1).max(MOST_MILESTONES).readonly().describe("In the order of the work."),
  })
  .meta({ title: "llmch scope", description: "What a build is to achieve, and its milestones." });

const note = z
  .string()
  .trim()
  .min(1)
  .max(NOTE_CHARACTERS)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);

export const noteChangeSchema = z.object({
  before: z.string().nullable().describe("The note as it was handed on; null for a new one."),
  now: note.nullable().describe("The note from now on; null if it is dropped."),
  why: z.string().describe("Why it is new, other or gone; empty if it is kept."),
});

export const abortSchema = z.object({
  order: z.string().describe("The order that is given up."),
  reason: text.describe("Why it cannot be done as the milestone stands."),
  cites,
});

/** `windows/NN.json`: the few orders that are planned next, and what their planner hands on (contract §9). */
export const windowSchema = z
  .object({
    window: z.int().min(1).describe("Counts from 1, across milestones."),
    milestone: z.string().nullable().describe("The milestone that it works on; null for a build without a scope."),
    plan: z.string().describe("The id of the run that planned it."),
    run: z.string().nullable().default(null).describe("The id of the run-all that carried it out; null until then."),
    orders: z
      .array(z.object({ id: z.string().describe("Such as WO-06."), title: z.string().describe("The order's.") }))
      .readonly()
      .describe("What it planned, in order."),
    completes: z.boolean().default(false).describe("Whether its planner holds that the milestone is reached then."),
    notes: z.array(note).max(MOST_NOTES).readonly().default([]).describe("What the next window is told by this one."),
    changes: z.array(noteChangeSchema).readonly().default([]).describe("What became of each note."),
    abort: abortSchema.nullable().default(null).describe("The order that its planner gives up; null for none."),
  })
  .meta({ title: "llmch window", description: "The orders that a build planned next, and the notes for those after." });

/** `assessments/NN.json`: how a build stands (contract §9). */
export const assessmentSchema = z
  .object({
    verdict: z.enum(ASSESSMENTS).describe("Whether to go on, and how."),
    reasons: z
      .array(z.object({ text: text.describe("One sentence."), cites }))
      .min(1)
      .readonly()
      .describe("Why, each with what it rests on."),
    milestones: z
      .array(milestoneSchema)
      .max(MOST_MILESTONES)
      .readonly()
      .nullable()
      .default(null)
      .describe("With `rescope`: the milestones from the current one on; else null."),
  })
  .meta({ title: "llmch assessment", description: "How a build stands, and whether it goes on as planned." });

export type BuildWindow = Readonly<z.output<typeof windowSchema>>;
export type NoteChange = Readonly<z.output<typeof noteChangeSchema>>;
export type Abort = Readonly<z.output<typeof abortSchema>>;
