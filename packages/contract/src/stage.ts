/** The gates that can refuse an attempt (contract §5). */
export const STAGES = [
  "preflight",
  "llm_output_invalid",
  "write_scope_violation",
  "stale_context",
  "write_failed",
  "verify_failed",
  "acceptance_failed",
  "exception",
  "objected",
] as const;

export type Stage = (typeof STAGES)[number];

/** Stages after which another attempt cannot help, because the fault is in the plan or the machine and not in the proposal. */
export const FINAL_STAGES: ReadonlySet<Stage> = new Set<Stage>(["preflight", "write_failed", "exception", "objected"]);

/** Final stages at which no answer was at fault: once the cause is mended, the attempt is made again. */
export const REPEATED_STAGES: ReadonlySet<Stage> = new Set<Stage>(["preflight", "write_failed", "exception"]);
