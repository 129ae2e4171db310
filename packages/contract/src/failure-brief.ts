import type { z } from "zod";
import type { failureBriefSchema } from "./schemas/failure-brief.ts";

/** Longest excerpt in a brief, in characters (contract §5). */
export const MAX_EXCERPT_CHARACTERS = 20_000;

export type FailureBrief = z.infer<typeof failureBriefSchema>;
