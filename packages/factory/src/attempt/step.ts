import type { Round, Step } from "@llmch/contract";
import type { GateOutcome } from "../job/gate-outcome.ts";
import type { Ports } from "../job/ports.ts";

/** Records each step before it starts and after it ends. Notices a stop request between steps. */
export const stepper =
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
