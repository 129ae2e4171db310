import type { z } from "zod";
import type { failureBriefSchema } from "./schemas/failure-brief.ts";

export const STAGES = [
  "preflight",
  "llm_output_invalid",
  "write_scope_violation",
  "stale_context",
  "write_failed",
  "verify_failed",
  "acceptance_failed",
  "exception",
] as const;

/** Longest excerpt in a brief, in characters (contract §5). */
export const MAX_EXCERPT_CHARACTERS = 2000;

export type Stage = (typeof STAGES)[number];
export type FailureBrief = z.infer<typeof failureBriefSchema>;

/** Stages after which another attempt cannot help: the plan or the machine is at fault, not the proposal. */
export const FINAL_STAGES: ReadonlySet<Stage> = new Set<Stage>(["preflight", "write_failed", "exception"]);
