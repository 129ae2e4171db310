import { candidatePart } from "@llmch/contract";
import { type AttemptOutcome, closed, type PassedAttempt } from "../attempt-outcome.ts";
import type { GateOutcome, Stopped } from "../gate-outcome.ts";
import type { HeldGates } from "../held-gates.ts";
import type { Before } from "../opening.ts";
import type { OrderJob } from "../order-job.ts";
import type { Ports } from "../ports.ts";
import { judgeRounds } from "../rounds.ts";
import { bringBack } from "./bring-back.ts";
import type { CandidateEnd, Failed, Passed } from "./candidate-end.ts";
import type { Contender } from "./contenders.ts";
import { furthest, warnOfSilent, withOthers } from "./furthest.ts";
import { type Measured, measured } from "./measure.ts";
import { proposeAll } from "./propose-all.ts";
import { placeOf } from "./shared-place.ts";
import { tellCandidates } from "./tell-candidates.ts";

/**
 * Runs an attempt that asks for several proposals in parallel. They are judged one after the other in the order's only workspace,
 * by number, whichever arrived first. If one wins, the workspace holds it afterwards.
 */
export const runCandidates = async (
  job: OrderJob,
  attempt: number,
  contenders: readonly Contender[],
  before: Before,
  gates: HeldGates,
  ports: Ports,
): Promise<AttemptOutcome> => {
  const proposals = await proposeAll(job, attempt, contenders, before, ports);
  const stopped = proposals.find(isStopped);
  if (stopped !== undefined) return ports.stop.aborted ? { kind: "interrupted" } : stopped;
  const strange = proposals.find((each) => each.kind === "shut" && each.isOfRecord === true);
  if (strange !== undefined && strange.kind === "shut") return closed(strange, null, []);

  const isBest = job.candidates?.choose === "best";
  const ends: CandidateEnd[] = [];
  const passed: Passed[] = [];
  const failed: Failed[] = [];
  for (const [index, proposal] of proposals.entries()) {
    const candidate = index + 1;
    if (!isBest && passed.length > 0) {
      ends.push({ candidate, outcome: null });
      continue;
    }
    if (index > 0) await ports.workspace.reset();
    const outcome = await judgeRounds(job, { attempt, candidate }, proposal, before, gates, placeOf(candidate, ports));
    if (isStopped(outcome)) return outcome;
    if (outcome.kind === "failed") {
      if (outcome.isOfRecord) return outcome;
      failed.push({ candidate, outcome });
    } else passed.push({ candidate, outcome: isBest ? await withDrift(outcome, ports) : outcome });
    ends.push({ candidate, outcome });
  }

  const [winner] = passed;
  if (winner === undefined) {
    const told = furthest(failed);
    await tellCandidates(job, attempt, { ends, chosen: null, told: told.candidate, measured: [] }, ports);
    return { ...told.outcome, ...candidatePart(told.candidate), brief: withOthers(told, failed) };
  }
  await warnOfSilent(job, failed, ports);
  const ranked: readonly Measured[] = isBest ? await bestFirst(passed, ports) : [];
  const chosen = ranked[0] ?? winner;
  if (isBest) {
    const fault = await bringBack(job, chosen.outcome, ports.workspace);
    if (fault !== null) return closed(fault, null, []);
  }
  await tellCandidates(job, attempt, { ends, chosen: chosen.candidate, told: null, measured: ranked }, ports);
  return { ...chosen.outcome, ...candidatePart(chosen.candidate) };
};

const isStopped = <Outcome extends AttemptOutcome | GateOutcome<unknown>>(
  outcome: Outcome,
): outcome is Outcome & Stopped => outcome.kind === "interrupted" || outcome.kind === "limited";

/** Adds the current drift to the outcome, because the next reset undoes it. */
const withDrift = async (outcome: PassedAttempt, { workspace }: Ports): Promise<PassedAttempt> => ({
  ...outcome,
  drift: [...new Set([...outcome.drift, ...(await workspace.drift(outcome.changes))])],
});

const bestFirst = async (passed: readonly Passed[], { workspace }: Ports): Promise<readonly Measured[]> => {
  await workspace.reset();
  return measured(passed, workspace);
};
