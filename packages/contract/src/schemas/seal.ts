import { SHA256_HEX } from "@llmch/text";
import { z } from "zod";

const hash = z.string().regex(SHA256_HEX);

/** `seal.json`: the last file of a run, which covers all of its others. */
export const sealSchema = z
  .object({
    format: z.literal(1).describe("Version of the seal's format."),
    files: z
      .array(
        z.object({
          path: z.string().min(1).describe("Relative to the run's directory."),
          bytes: z.number().int().min(0).describe("The file's size."),
          sha256: hash.describe("Of the file's bytes."),
          chain: hash.describe("SHA-256 over the chain value before, a newline, and the canonical JSON of the rest."),
        }),
      )
      .readonly()
      .describe("Sorted by code point."),
    head: hash.describe("The last chain value: one hash for all files. The hash of no bytes if there are no files."),
  })
  .meta({ title: "llmch seal", description: "The last file of a run, over all of its others." });
