import { type FailureBrief, FINAL_STAGES, messageOf } from "@llmch/contract";
import { type AttemptOutcome, type OrderJob, type Ports, runAttempt } from "./attempt.ts";
import type { AcceptedWrite, Commit } from "./ports.ts";
import type { PreviousAttempt } from "./prompt.ts";

/** What `run_summary.json` says of an attempt. */
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

export type OrderOutcome = Ending & { readonly attempts: readonly AttemptRecord[] };

type Ending = Finalized | { readonly kind: "failed"; readonly brief: FailureBrief } | { readonly kind: "interrupted" };

type Finalized =
  /** `aftermath` is what went wrong once the commit stood: it no longer changes the verdict, but ends the schedule. */
  | { readonly kind: "passed"; readonly commit: Commit; readonly aftermath: string | null }
  /** The work passed and could not be committed: never a PASS (contract §5.5). */
  | { readonly kind: "not-committed"; readonly reason: string };

/**
 * Carries one order out: attempts until one passes, a stage says that another cannot help, or they are used up
 * (contract §5). Afterwards the worktree stands at the baseline, or at the new commit.
 */
export const carryOut = async (
  job: OrderJob,
  message: string,
  branch: string,
  baseline: string,
  ports: Ports,
): Promise<OrderOutcome> => {
  const records: AttemptRecord[] = [];
  const previous: PreviousAttempt[] = [];
  for (let attempt = 1; ; attempt++) {
    await ports.ledger.emit({ type: "attempt_started", attempt, max_attempts: job.maxAttempts });
    const started = ports.clock.monotonicMs();
    const outcome = await runAttempt(job, attempt, previous, ports);
    const record = (verdict: AttemptRecord["verdict"], drift: readonly string[]) =>
      records.push(recordOf(attempt, verdict, outcome, drift, Math.round(ports.clock.monotonicMs() - started)));

    if (outcome.kind === "passed") {
      const drift = await ports.workspace.drift(outcome.writes);
      const finalized = await finalize(outcome.writes, drift, { message, branch, baseline }, attempt, ports);
      record(finalized.kind === "passed" ? "PASS" : "ERROR", drift);
      return { ...finalized, attempts: records };
    }
    record(outcome.kind === "failed" ? "FAIL" : "ERROR", []);
    if (outcome.kind === "failed") {
      await ports.ledger.record(`attempt_${attempt}/failure_brief.json`, { ...outcome.brief });
      await ports.ledger.emit({ type: "attempt_failed", attempt, brief: outcome.brief });
    }
    await ports.workspace.reset();
    await ports.ledger.emit({ type: "rolled_back", baseline });
    if (outcome.kind === "interrupted" || ports.stop.aborted) return { kind: "interrupted", attempts: records };
    if (FINAL_STAGES.has(outcome.brief.stage) || attempt >= job.maxAttempts) {
      return { kind: "failed", brief: outcome.brief, attempts: records };
    }
    previous.push({ attempt, answer: outcome.answer, brief: outcome.brief });
  }
};

/** Commits what passed, pushes it, and leaves the worktree clean for the next order (contract §5.5). */
const finalize = async (
  writes: readonly AcceptedWrite[],
  drift: readonly string[],
  order: { readonly message: string; readonly branch: string; readonly baseline: string },
  attempt: number,
  { ledger, workspace, clock }: Ports,
): Promise<Finalized> => {
  await ledger.emit({ type: "step_started", attempt, step: "finalize" });
  const started = clock.monotonicMs();
  // A commit that stands must not be one whose record could not be kept.
  await ledger.settle();
  const commit = await workspace.commit(order.message, writes);
  const duration = () => Math.round(clock.monotonicMs() - started);
  if (!commit.ok) {
    const detail = commit.issues.join("; ");
    await ledger.emit({ type: "step_finished", attempt, step: "finalize", ok: false, duration_ms: duration(), detail });
    await workspace.reset();
    await ledger.emit({ type: "rolled_back", baseline: order.baseline });
    return { kind: "not-committed", reason: detail };
  }
  const sealed = commit.value;
  try {
    await afterCommit(sealed, writes, drift, order.branch, { ledger, workspace });
    await ledger.emit({
      type: "step_finished",
      attempt,
      step: "finalize",
      ok: true,
      duration_ms: duration(),
      detail: null,
    });
    return { kind: "passed", commit: sealed, aftermath: null };
  } catch (fault) {
    const aftermath = messageOf(fault);
    return { kind: "passed", commit: sealed, aftermath };
  }
};

const afterCommit = async (
  sealed: Commit,
  writes: readonly AcceptedWrite[],
  drift: readonly string[],
  branch: string,
  { ledger, workspace }: Pick<Ports, "ledger" | "workspace">,
): Promise<void> => {
  const files = writes.map(({ path }) => path);
  await ledger.emit({ type: "committed", commit: sealed.commit, branch, files, drift });
  for (const message of sealed.warnings) await ledger.emit({ type: "warning", message });
  const pushed = await workspace.push();
  if (!pushed.ok) await ledger.emit({ type: "warning", message: `the push failed: ${pushed.issues.join("; ")}` });
  else if (pushed.value !== null) await ledger.emit({ type: "pushed", remote: pushed.value.remote });
  await workspace.reset();
};

const recordOf = (
  attempt: number,
  verdict: AttemptRecord["verdict"],
  outcome: AttemptOutcome,
  drift: readonly string[],
  duration_ms: number,
): AttemptRecord => ({
  attempt,
  verdict,
  stage: outcome.kind === "failed" ? outcome.brief.stage : null,
  summary: outcome.kind === "passed" ? outcome.summary : null,
  touched_files:
    outcome.kind === "passed"
      ? outcome.writes.map(({ path }) => path)
      : outcome.kind === "failed"
        ? outcome.touched
        : [],
  repo_drift: drift,
  failure_brief: outcome.kind === "failed" ? outcome.brief : null,
  duration_ms,
});
