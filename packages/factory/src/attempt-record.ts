import type { FailureBrief } from "@llmch/contract";

/** The part of `run_summary.json` about one attempt. */
export interface AttemptRecord {
  readonly attempt: number;
  readonly verdict: "PASS" | "FAIL" | "ERROR";
  readonly stage: FailureBrief["stage"] | null;
  readonly summary: string | null;
  readonly touched_files: readonly string[];
  readonly repo_drift: readonly string[];
  readonly failure_brief: FailureBrief | null;
  readonly duration_ms: number;
}
