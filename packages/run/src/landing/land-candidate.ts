import type { AttemptRecord, Candidate, Clock, Ledger } from "@llmch/factory";
import type { Landing, Worktree } from "@llmch/workspace";
import { type Concluded, concludeCommit } from "./conclude-commit.ts";
import type { Push } from "./push.ts";

/** How a candidate ended. */
export type LandingOutcome = (
  | Concluded
  /** The work passed but is not on the branch: never a PASS (contract §5.5). */
  | { readonly kind: "not-committed"; readonly reason: string }
) & { readonly attempt: AttemptRecord };

/** What landing a candidate needs. */
export interface LandingPorts {
  readonly landing: Pick<Landing, "land">;
  readonly push: Push;
  /** Where the candidate was made; it is clean afterwards. */
  readonly workspace: Pick<Worktree, "advance" | "moveTo" | "reset">;
  readonly ledger: Pick<Ledger, "emit" | "settle">;
  readonly clock: Clock;
}

/** What a candidate becomes. */
export interface LandingCommit {
  readonly message: string;
  readonly branch: string;
  /** The candidate's tree with its order's ticks; null if it has none. */
  readonly ticked?: { readonly tree: string; readonly files: readonly string[] } | null;
}

/**
 * Turns a candidate into a commit on its branch and pushes it, or leaves everything as it was (contract §5.5). The journal announces the
 * change before the branch moves, so that a resume after a crash can tell what happened.
 */
export const landCandidate = async (
  { attempt, base, tree, changes, summary, drift, evidence, tests, warnings, duration_ms }: Candidate,
  { message, branch, ticked = null }: LandingCommit,
  { landing, push, workspace, ledger, clock }: LandingPorts,
): Promise<LandingOutcome> => {
  const files = [...new Set([...changes.map(({ path }) => path), ...(ticked?.files ?? [])])];
  const started = clock.monotonicMs();
  const duration = () => Math.round(clock.monotonicMs() - started);
  const finished = (ok: boolean, detail: string | null) =>
    ledger.emit({ type: "step_finished", attempt, step: "finalize", ok, duration_ms: duration(), detail });
  const record = (verdict: AttemptRecord["verdict"]): AttemptRecord => ({
    ...{
      attempt,
      verdict,
      stage: null,
      summary,
      touched_files: files,
      repo_drift: drift,
      failure_brief: null,
    },
    ...(tests.weakened.length === 0 ? {} : { weakened: tests.weakened }),
    duration_ms: duration_ms + duration(),
  });

  await ledger.emit({ type: "step_started", attempt, step: "finalize" });
  // No commit may exist whose record could not be kept.
  await ledger.settle();
  await ledger.emit({ type: "committing", attempt, branch, from: base, summary, files, drift, evidence });
  const landed = await landing.land({ base, tree: ticked?.tree ?? tree }, message);
  if (landed.kind !== "landed") {
    await finished(false, landed.reason);
    await workspace.reset();
    await ledger.emit({ type: "rolled_back", baseline: base });
    return { kind: "not-committed", reason: landed.reason, attempt: record("ERROR") };
  }
  const commit = { ...landed, warnings: [...warnings, ...landed.warnings] };
  const concluded = await concludeCommit(commit, { branch, files, drift, evidence }, { ledger, push }, async () => {
    // The worktree has no ticks.
    if (landed.tree !== tree) await workspace.moveTo(landed.commit);
    else {
      await workspace.advance(landed.commit, changes);
      await workspace.reset();
    }
    await finished(true, null);
  });
  return { ...concluded, attempt: record("PASS") };
};
