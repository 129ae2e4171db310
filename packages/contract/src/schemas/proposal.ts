import { z } from "zod";
import { objectionSchema } from "./objection.ts";

export const editSchema = z.looseObject({
  find: z
    .string()
    .min(1)
    .describe("A part of the file as it was shown, letter by letter, that occurs there exactly once."),
  replace: z.string().describe("The replacement; may be empty."),
});

/** One of `content`, `edits`, `delete` and `rename_to`, except that a renamed file may also have edits (`readProposal`). */
export const fileWriteSchema = z.looseObject({
  path: z.string().describe("One of the order's allowed files."),
  base_sha256: z
    .string()
    .nullish()
    .describe("The SHA-256 of the file as it was shown; null, or that of no bytes, if there is none."),
  content: z.string().nullish().describe("The whole new content; may be empty."),
  edits: z.array(editSchema).nullish().describe("Changes of the file as it was shown, which do not overlap."),
  executable: z.boolean().nullish().describe("True for a file that the write makes and that begins with `#!`."),
  delete: z.boolean().nullish().describe("True to delete the file."),
  rename_to: z.string().nullish().describe("The allowed file that it becomes; `edits` may go with it."),
});

/** A model's answer: changes to files, each based on a known state, or an objection (contract §5). `readAnswer` requires one of them. */
export const proposalSchema = z
  .looseObject({
    summary: z.string().describe("What was done, in a sentence or two."),
    writes: z.array(fileWriteSchema).min(1).nullish().describe("Each file once; null with an objection."),
    objection: objectionSchema
      .nullish()
      .describe("Why the order cannot be carried out as it stands; null with writes."),
  })
  .meta({ title: "llmch write proposal", description: "What a model answers to an order." });
