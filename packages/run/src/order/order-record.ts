import { EXIT, type JsonValue, jsonObject, warningInWords } from "@llmch/contract";
import { spentDocument } from "@llmch/story";
import { attemptsMade, needsOf, type OrderEnding, type OrderRun } from "./order-ending.ts";
import type { RunFacts } from "./ports.ts";

/** `run_summary.json` of one order's run (contract §7). */
export const summaryOf = (
  run: OrderRun,
  ending: OrderEnding,
  { baseline, hint }: { readonly baseline: string | null; readonly hint: string | null },
  { branch, config }: Pick<RunFacts, "branch" | "config">,
): JsonValue => ({
  run_id: run.runId,
  work_order_id: run.orderId,
  verdict: run.verdict,
  exit_code: run.exitCode,
  total_attempts: attemptsMade(run),
  baseline_commit: baseline,
  working_branch: branch,
  commit: run.commit,
  repo_tree_hash_after: ending.kind === "passed" ? ending.commit.tree : null,
  rollback_failed: hint !== null,
  hint,
  error: run.fault ?? (run.verdict === "ERROR" ? (run.brief?.primary_error_excerpt ?? null) : null),
  ...(run.exitCode === EXIT.waiting ? { needs: needsOf([run]) } : {}),
  warnings: run.warnings.map(warningInWords),
  config: jsonObject(config),
  spent: spentDocument(run.spent),
  attempts: run.attempts.map((attempt) => ({
    ...attempt,
    failure_brief: attempt.failure_brief === null ? null : jsonObject(attempt.failure_brief),
  })),
});
