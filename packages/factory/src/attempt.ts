import type { AttemptOutcome } from "./attempt-outcome.ts";
import { contendersOf } from "./candidates/contenders.ts";
import type { ProposedByChildren } from "./division/propose-divided.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import type { OrderGates } from "./held-gates.ts";
import { type Before, type Opening, openAttempt } from "./opening.ts";
import type { OrderJob } from "./order-job.ts";
import type { Ports } from "./ports.ts";
import { propose } from "./propose.ts";
import { judgeRounds } from "./rounds.ts";
import { stepper } from "./step.ts";

/**
 * One attempt up to the verdict: propose, then every gate (contract §5, §9). Several candidates are proposed in parallel and judged
 * one after the other; a divided order proposes what its children make. Changes only the worktree. The caller then commits, or goes
 * back to the baseline.
 */
export const runAttempt = async (
  job: OrderJob,
  attempt: number,
  before: Before,
  orderGates: OrderGates,
  ports: Ports,
): Promise<AttemptOutcome> => {
  const [first, ...others] = contendersOf(job, before.course);
  const gates = orderGates.forAttempt(others.length === 0);
  let passed = false;
  try {
    const { divides } = before.course;
    if (others.length > 0 && !divides) {
      const { runCandidates } = await import("./candidates/run-candidates.ts");
      return await runCandidates(job, attempt, [first, ...others], before, gates, ports);
    }
    let children: readonly string[] | undefined;
    const proposed = await stepper({ attempt, round: 1 }, ports)("propose", async () => {
      const opening = await openAttempt(job, before, ports);
      if (opening.kind !== "open") return opening;
      const divided = divides ? await proposedByChildren(job, attempt, opening.value, before, ports) : null;
      if (divided !== null && divided.kind !== "open") return divided;
      children = divided?.value.children;
      return propose(job, attempt, first, opening.value, before, ports, divided?.value);
    });
    const outcome = await judgeRounds(job, { attempt }, proposed, before, gates, ports);
    passed = outcome.kind === "passed";
    return outcome.kind === "passed" && children !== undefined ? { ...outcome, children } : outcome;
  } finally {
    gates.leave(passed);
  }
};

const proposedByChildren = async (
  job: OrderJob,
  attempt: number,
  opening: Opening,
  { carryOut }: Pick<Before, "carryOut">,
  ports: Ports,
): Promise<GateOutcome<ProposedByChildren> | null> => {
  const { division } = ports;
  if (division === undefined) return null;
  const { proposeDivided } = await import("./division/propose-divided.ts");
  return proposeDivided(job, attempt, opening, division, carryOut, ports);
};
