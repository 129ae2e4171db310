import type { FailureBrief, Round, Step } from "@llmch/contract";
import { startHashes } from "./conditions.ts";
import { makeFiles, makingOf } from "./derived/make-files.ts";
import type { GateOutcome, Stopped } from "./gate-outcome.ts";
import { acceptOrder, tryAcceptance, type Verified, verifyRepo } from "./gates.ts";
import type { OrderJob } from "./order-job.ts";
import type { AcceptedChange, Ports } from "./ports.ts";
import { applyChanges, judgeProposal } from "./proposal/write.ts";
import { type Before, propose } from "./propose.ts";
import { standingFiles } from "./review/changed-files.ts";
import { reviewCandidate } from "./review/review-candidate.ts";

export type AttemptOutcome =
  | {
      readonly kind: "passed";
      readonly changes: readonly AcceptedChange[];
      /** Those among the changes that commands made. */
      readonly derived: readonly string[];
      /** What else those commands had changed; it was put back. */
      readonly drift: readonly string[];
      readonly summary: string;
      readonly verified: Verified;
      /** Whether commands were to make files of it: they may have installed what it needs. */
      readonly isMade: boolean;
    }
  | {
      readonly kind: "failed";
      readonly brief: FailureBrief;
      readonly answer: string | null;
      readonly touched: readonly string[];
      /** No other attempt can be made. */
      readonly isLast: boolean;
    }
  | Stopped;

/**
 * One attempt up to the verdict: propose → validate → apply → derive (if there is anything to) → verify → accept → review (if anybody
 * does) (contract §5, §9). Notes of a review that block go back to the author, whose next proposal goes the same way: a round. It only
 * changes the worktree. The caller finishes: it commits, or goes back to the baseline.
 */
export const runAttempt = async (
  job: OrderJob,
  attempt: number,
  before: Before,
  ports: Ports,
): Promise<AttemptOutcome> => {
  let over: (() => void) | undefined;
  let ask = () => propose(job, attempt, before, ports);
  const earlier: string[] = [];
  try {
    for (let round = 1; ; round++) {
      const at = { attempt, round };
      const step = stepper(at, ports);
      const proposed = await step("propose", ask);
      if (proposed.kind !== "open") return closed(proposed, null, []);
      const { answer, proposal, placeholders, again } = proposed.value;

      const judged = await step("validate", () => judgeProposal(job, at, proposed.value, ports));
      if (judged.kind !== "open") return closed(judged, answer, []);

      over ??= await ports.gates?.enter();
      const { review } = job;
      const { reviewer } = ports;
      const isReviewed = review !== undefined && reviewer !== undefined;
      const standing = isReviewed ? await standingFiles(judged.value, ports.workspace) : null;
      const work = { before, answer, summary: proposal.summary, changes: judged.value };
      const passed = await runGates(job, at, work, ports);
      if (passed.kind !== "passed" || standing === null || !isReviewed) return passed;

      const shown = { before: standing, placeholders, earlier, leavesDependencies: passed.isMade };
      const reviewed = await step("review", () =>
        reviewCandidate(job, review, at, { ...passed, ...shown }, { ...ports, reviewer }),
      );
      const touched = judged.value.map(({ path }) => path);
      if (reviewed.kind !== "open") return closed(reviewed, answer, touched);
      const { blocking, drift } = reviewed.value;
      if (blocking === null) return { ...passed, drift: [...new Set([...passed.drift, ...drift])] };
      earlier.push(blocking);
      await ports.workspace.reset();
      // Whoever is asked again may want commands run. Late gates cannot be entered twice.
      if (ports.gates?.areLate !== true) {
        over?.();
        over = undefined;
      }
      ask = () => again(blocking);
    }
  } finally {
    over?.();
  }
};

interface Judged {
  readonly before: Before;
  readonly answer: string;
  readonly summary: string;
  readonly changes: readonly AcceptedChange[];
}

/** What an attempt does to the worktree, and what that is judged by. */
const runGates = async (
  job: OrderJob,
  at: Round,
  { before, answer, summary, changes: proposedChanges }: Judged,
  ports: Ports,
): Promise<AttemptOutcome> => {
  const step = stepper(at, ports);
  const touched = proposedChanges.map(({ path }) => path);
  const start = await startHashes(job.order, ports.workspace);
  const applied = await step("apply", async () => {
    const fit = await before.start.fit();
    return fit.kind === "open" ? applyChanges(job, at, proposedChanges, ports) : fit;
  });
  if (applied.kind !== "open") return closed(applied, answer, touched);
  const making = makingOf(job, proposedChanges);
  const derived =
    making === null
      ? nothingDerived(proposedChanges)
      : await step("derive", () => makeFiles(job, at, making, proposedChanges, ports));
  if (derived.kind !== "open") return closed(derived, answer, touched);
  const { changes, paths, drift } = derived.value;
  const verified = await step("verify", async () => {
    const fit = await before.start.fit();
    if (fit.kind !== "open") return fit;
    const gate = await verifyRepo(job, at, ports, {
      known: fit.value,
      changes,
      leavesDependencies: making !== null,
    });
    // What hung once would hang again.
    if (gate.kind !== "shut" || gate.brief.exit_code === null) return gate;
    const acceptance = await tryAcceptance(job, at, start, ports);
    return acceptance == null ? gate : { ...gate, brief: { ...gate.brief, acceptance } };
  });
  if (verified.kind !== "open") return closed(verified, answer, touched);
  const accepted = await step("accept", () => acceptOrder(job, at, start, ports));
  if (accepted.kind !== "open") return closed(accepted, answer, touched);
  return { kind: "passed", changes, derived: paths, drift, summary, verified: verified.value, isMade: making !== null };
};

const nothingDerived = (changes: readonly AcceptedChange[]) =>
  ({ kind: "open", value: { changes, paths: [], drift: [] }, detail: null }) as const;

type Shut = Exclude<GateOutcome<never>, { kind: "open" }>;

const closed = (gate: Shut, answer: string | null, touched: readonly string[]): AttemptOutcome =>
  gate.kind !== "shut"
    ? gate
    : { kind: "failed", brief: gate.brief, answer: gate.answer ?? answer, touched, isLast: gate.isLast ?? false };

/** Records each step before it starts and after it ended. Notices a stop request between two steps. */
const stepper =
  ({ attempt, round }: Round, { ledger, clock, stop }: Ports) =>
  async <Value>(step: Step, body: () => Promise<GateOutcome<Value>>): Promise<GateOutcome<Value>> => {
    if (stop.aborted) return { kind: "interrupted" };
    const which = { attempt, step, ...(round === 1 ? {} : { round }) };
    await ledger.emit({ type: "step_started", ...which });
    const started = clock.monotonicMs();
    const outcome = await body();
    const detail =
      outcome.kind === "open" ? outcome.detail : outcome.kind === "shut" ? outcome.brief.stage : outcome.kind;
    const duration_ms = Math.round(clock.monotonicMs() - started);
    await ledger.emit({ type: "step_finished", ...which, ok: outcome.kind === "open", duration_ms, detail });
    return stop.aborted ? { kind: "interrupted" } : outcome;
  };
