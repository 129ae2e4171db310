import type { FailureBrief, Step, StopSignal, WorkOrder } from "@llmch/contract";
import { startHashes } from "./conditions.ts";
import { acceptOrder, verifyRepo } from "./gates.ts";
import type { VerifiedBy } from "./order-verification.ts";
import type { AcceptedChange, Clock, Commands, Ledger, Model, Workspace } from "./ports.ts";
import type { PreviousAttempt } from "./prompt.ts";
import type { PromptSettings } from "./prompt-settings.ts";
import { propose } from "./propose.ts";
import { applyChanges, judgeProposal } from "./write.ts";

/** What one order is carried out with. */
export interface OrderJob {
  readonly order: WorkOrder;
  /** The text of `FACTORY_PROMPT.md`. */
  readonly template: string;
  readonly maxAttempts: number;
  /** Limit of each command, in seconds. */
  readonly timeoutSeconds: number;
  /** Ends the order once an attempt has failed as an earlier one did. */
  readonly stopOnRepeat: boolean;
  /** What decides how the repo is verified, besides its tree. */
  readonly verifiedBy?: VerifiedBy;
  readonly settings: PromptSettings;
}

export interface Ports {
  readonly model: Model;
  readonly workspace: Workspace;
  readonly commands: Commands;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly stop: StopSignal;
}

export type AttemptOutcome =
  | { readonly kind: "passed"; readonly changes: readonly AcceptedChange[]; readonly summary: string }
  | {
      readonly kind: "failed";
      readonly brief: FailureBrief;
      readonly answer: string | null;
      readonly touched: readonly string[];
    }
  | Stopped;

/** Stopped from outside the order: by the user, or by a limit of the budget. Nothing is wrong with the attempt. */
export type Stopped =
  | { readonly kind: "interrupted" }
  | { readonly kind: "limited"; readonly message: string; readonly hint: string };

/** How a gate ended: on with a value, or out with a brief or an interruption. */
export type GateOutcome<Value> =
  | { readonly kind: "open"; readonly value: Value; readonly detail: string | null }
  | { readonly kind: "shut"; readonly brief: FailureBrief; readonly answer?: string }
  | Stopped;

/**
 * One attempt up to the verdict: propose → validate → apply → verify → accept (contract §5). What it changes, it
 * changes in the worktree; whoever called it finalizes: commits, or goes back to the baseline.
 */
export const runAttempt = async (
  job: OrderJob,
  attempt: number,
  previous: readonly PreviousAttempt[],
  ports: Ports,
): Promise<AttemptOutcome> => {
  const step = stepper(attempt, ports);
  const start = await startHashes(job.order, ports.workspace);
  const proposed = await step("propose", () => propose(job, attempt, previous, ports));
  if (proposed.kind !== "open") return closed(proposed, null, []);
  const { answer, proposal, files } = proposed.value;

  const judged = await step("validate", () => judgeProposal(job, attempt, proposal, files, ports));
  if (judged.kind !== "open") return closed(judged, answer, []);
  const changes = judged.value;
  const touched = changes.map(({ path }) => path);

  const applied = await step("apply", () => applyChanges(job, attempt, changes, ports));
  if (applied.kind !== "open") return closed(applied, answer, touched);
  const verified = await step("verify", () => verifyRepo(job, attempt, ports));
  if (verified.kind !== "open") return closed(verified, answer, touched);
  const accepted = await step("accept", () => acceptOrder(job, attempt, start, ports));
  if (accepted.kind !== "open") return closed(accepted, answer, touched);
  return { kind: "passed", changes, summary: proposal.summary };
};

type Shut = Exclude<GateOutcome<never>, { kind: "open" }>;

const closed = (gate: Shut, answer: string | null, touched: readonly string[]): AttemptOutcome =>
  gate.kind !== "shut" ? gate : { kind: "failed", brief: gate.brief, answer: gate.answer ?? answer, touched };

/** Records each step before it starts and after it ended; a stop that was asked for is seen between two steps. */
const stepper =
  (attempt: number, { ledger, clock, stop }: Ports) =>
  async <Value>(step: Step, body: () => Promise<GateOutcome<Value>>): Promise<GateOutcome<Value>> => {
    if (stop.aborted) return { kind: "interrupted" };
    await ledger.emit({ type: "step_started", attempt, step });
    const started = clock.monotonicMs();
    const outcome = await body();
    const detail =
      outcome.kind === "open" ? outcome.detail : outcome.kind === "shut" ? outcome.brief.stage : outcome.kind;
    const duration_ms = Math.round(clock.monotonicMs() - started);
    await ledger.emit({ type: "step_finished", attempt, step, ok: outcome.kind === "open", duration_ms, detail });
    return stop.aborted ? { kind: "interrupted" } : outcome;
  };
