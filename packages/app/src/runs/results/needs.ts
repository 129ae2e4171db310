import { NEED_KINDS } from "@llmch/contract";
import { z } from "zod";

/** What waits for a person. */
export const needsSchema = () =>
  z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(NEED_KINDS),
        what: z.string(),
        sha256: z.string(),
        until: z.string().optional(),
      }),
    )
    .describe("what it waits for a person to decide or answer; then the exit code is 6");
