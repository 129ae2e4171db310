import type { z } from "zod";
import type { fileWriteSchema, proposalSchema } from "./schemas/proposal.ts";

/** Limits of a proposal (contract §5), in bytes of UTF-8. */
export const MAX_FILE_BYTES = 200 * 1024;
export const MAX_PROPOSAL_BYTES = 500 * 1024;

export type FileWrite = z.infer<typeof fileWriteSchema>;
export type Proposal = z.infer<typeof proposalSchema>;
