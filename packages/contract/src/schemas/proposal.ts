import { z } from "zod";

export const fileWriteSchema = z.looseObject({
  path: z.string().describe("One of the order's allowed files."),
  base_sha256: z.string().describe("The SHA-256 of the file as it was shown; that of no bytes for a new file."),
  content: z.string().describe("The whole new content; may be empty."),
});

/** What a model answers: whole files, each based on a known state (contract §5). */
export const proposalSchema = z
  .looseObject({
    summary: z.string().describe("What was done, in a sentence or two."),
    writes: z.array(fileWriteSchema).min(1).describe("Each file once."),
  })
  .meta({ title: "llmch write proposal", description: "What a model answers to an order." });
