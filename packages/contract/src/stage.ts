/** The gates that can refuse an attempt (contract §5). */
export const ATTEMPT_STAGES = [
  "preflight",
  "llm_output_invalid",
  "write_scope_violation",
  "stale_context",
  "write_failed",
  "verify_failed",
  "acceptance_failed",
  "rejected",
  "exception",
  "objected",
  "stuck",
  "model_unavailable",
] as const;

/** Where a run can fail: in an attempt, or as a whole once all orders of its plan have landed. */
export const STAGES = [...ATTEMPT_STAGES, "plan_acceptance_failed", "examination_failed"] as const;

export type Stage = (typeof STAGES)[number];

/** Final stages at which no answer was at fault: once the cause is fixed, the attempt is repeated. */
export const REPEATED_STAGES: ReadonlySet<Stage> = new Set<Stage>([
  "preflight",
  "write_failed",
  "exception",
  "model_unavailable",
]);

/** Stages after which another attempt cannot help, because the fault is in the plan or the machine, not in the proposal. */
export const FINAL_STAGES: ReadonlySet<Stage> = new Set<Stage>([...REPEATED_STAGES, "objected"]);

/** True if an attempt that ended at this stage counts: if the model could not be asked, it does not. */
export const isCounted = (stage: Stage | null | undefined): boolean => stage !== "model_unavailable";
