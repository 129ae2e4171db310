import { FINAL_STAGES } from "@llmch/contract";
import { type AttemptOutcome, runAttempt } from "./attempt.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import { type Conclusion, concludeCommit } from "./conclude.ts";
import type { Stopped } from "./gate-outcome.ts";
import type { OrderJob } from "./order-job.ts";
import type { AcceptedChange, Ports } from "./ports.ts";
import { NO_PROGRESS, type OrderProgress } from "./progress.ts";
import type { PreviousAttempt } from "./prompt.ts";
import { repeatedFailures } from "./repeated-failure.ts";

export type OrderOutcome = Ending & { readonly attempts: readonly AttemptRecord[] };

type Ending = Finalized | { readonly kind: "failed"; readonly brief: AttemptFailure["brief"] } | Stopped;
type AttemptFailure = Extract<AttemptOutcome, { readonly kind: "failed" }>;

type Finalized =
  | Conclusion
  /** The work passed and could not be committed: never a PASS (contract §5.5). */
  | { readonly kind: "not-committed"; readonly reason: string };

/** What the commit is made with. */
export interface CommitPlan {
  readonly message: string;
  readonly branch: string;
  readonly baseline: string;
}

/** What a previous session of the run left: how far it came, and what the model answered to each attempt. */
export interface PreviousSession {
  readonly progress: OrderProgress;
  readonly answers: ReadonlyMap<number, string>;
}

const NO_PREVIOUS_SESSION: PreviousSession = { progress: NO_PROGRESS, answers: new Map() };

/**
 * Carries one order out: attempts until one passes, a stage says that another cannot help, or they are used up
 * (contract §5). Afterwards the worktree stands at the baseline, or at the new commit.
 */
export const carryOut = async (
  job: OrderJob,
  plan: CommitPlan,
  ports: Ports,
  { progress, answers }: PreviousSession = NO_PREVIOUS_SESSION,
): Promise<OrderOutcome> => {
  const records: AttemptRecord[] = [...progress.failed];
  const previous: PreviousAttempt[] = progress.failed.flatMap(({ attempt, failure_brief: brief }) =>
    brief === null ? [] : [{ attempt, brief, answer: answers.get(attempt) ?? null }],
  );
  for (let attempt = progress.next; ; attempt++) {
    const last = previous.at(-1);
    const repeated = () => repeatedFailures(previous, job.settings.excerpt_characters);
    const isRepeating = attempt > progress.next && job.stopOnRepeat && repeated().length > 0;
    if (last !== undefined && (attempt > job.maxAttempts || isRepeating)) {
      return { kind: "failed", brief: last.brief, attempts: records };
    }
    await ports.ledger.emit({ type: "attempt_started", attempt, max_attempts: job.maxAttempts });
    const started = ports.clock.monotonicMs();
    const outcome = await runAttempt(job, attempt, previous, ports);
    const duration = () => Math.round(ports.clock.monotonicMs() - started);

    if (outcome.kind === "passed") {
      const drift = await ports.workspace.drift(outcome.changes);
      const finalized = await finalize(outcome, drift, plan, attempt, ports);
      const verdict = finalized.kind === "passed" ? "PASS" : "ERROR";
      records.push(recordOf(attempt, verdict, outcome, drift, duration()));
      return { ...finalized, attempts: records };
    }
    // An attempt that a limit kept from asking is none: it is still to be made.
    if (outcome.kind !== "limited") {
      records.push(recordOf(attempt, outcome.kind === "failed" ? "FAIL" : "ERROR", outcome, [], duration()));
    }
    if (outcome.kind === "failed") await recordFailure(attempt, outcome, duration(), ports);
    await ports.workspace.reset();
    await ports.ledger.emit({ type: "rolled_back", baseline: plan.baseline });
    if (outcome.kind === "limited") return { ...outcome, attempts: records };
    if (outcome.kind === "interrupted" || ports.stop.aborted) return { kind: "interrupted", attempts: records };
    if (FINAL_STAGES.has(outcome.brief.stage)) return { kind: "failed", brief: outcome.brief, attempts: records };
    previous.push({ attempt, answer: outcome.answer, brief: outcome.brief });
  }
};

/** The journal says that an attempt failed only once everything about it is kept. */
const recordFailure = async (
  attempt: number,
  { brief, touched }: AttemptFailure,
  duration_ms: number,
  { ledger }: Ports,
): Promise<void> => {
  await ledger.record(`attempt_${attempt}/failure_brief.json`, { ...brief });
  await ledger.settle();
  await ledger.emit({ type: "attempt_failed", attempt, brief, touched_files: touched, duration_ms });
};

/** Commits what passed, pushes it, and leaves the worktree clean for the next order (contract §5.5). */
const finalize = async (
  { changes, summary }: { readonly changes: readonly AcceptedChange[]; readonly summary: string },
  drift: readonly string[],
  { message, branch, baseline }: CommitPlan,
  attempt: number,
  ports: Ports,
): Promise<Finalized> => {
  const { ledger, workspace, clock } = ports;
  await ledger.emit({ type: "step_started", attempt, step: "finalize" });
  const started = clock.monotonicMs();
  const files = changes.map(({ path }) => path);
  // A commit that stands must not be one whose record could not be kept.
  await ledger.settle();
  await ledger.emit({ type: "committing", attempt, branch, from: baseline, summary, files, drift });
  const commit = await workspace.commit(message, changes);
  const duration = () => Math.round(clock.monotonicMs() - started);
  if (!commit.ok) {
    const detail = commit.issues.join("; ");
    await ledger.emit({ type: "step_finished", attempt, step: "finalize", ok: false, duration_ms: duration(), detail });
    await workspace.reset();
    await ledger.emit({ type: "rolled_back", baseline });
    return { kind: "not-committed", reason: detail };
  }
  const finish = async () => {
    await workspace.reset();
    const ended = { type: "step_finished", attempt, step: "finalize", ok: true, detail: null } as const;
    await ledger.emit({ ...ended, duration_ms: duration() });
  };
  return concludeCommit(commit.value, { branch, files, drift }, { ledger, workspace }, finish);
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
      ? outcome.changes.map(({ path }) => path)
      : outcome.kind === "failed"
        ? outcome.touched
        : [],
  repo_drift: drift,
  failure_brief: outcome.kind === "failed" ? outcome.brief : null,
  duration_ms,
});
