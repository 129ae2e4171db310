import type { ProposedByChildren } from "../division/propose-divided.ts";
import type { GateOutcome } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import { type Before, type Opening, openAttempt } from "../propose/opening.ts";
import { propose } from "../propose/propose.ts";
import type { AttemptOutcome } from "./outcome.ts";
import { judgeRounds } from "./rounds.ts";
import { stepper } from "./step.ts";

/**
 * One attempt up to the verdict: propose, then every gate (contract §5, §9). A divided order proposes what its children make.
 * Changes only the worktree. The caller then commits, or goes back to the baseline.
 */
export const runAttempt = async (
  job: OrderJob,
  attempt: number,
  before: Before,
  ports: Ports,
): Promise<AttemptOutcome> => {
  let children: readonly string[] | undefined;
  const proposed = await stepper({ attempt, round: 1 }, ports)("propose", async () => {
    const opening = await openAttempt(job, before, ports);
    if (opening.kind !== "open") return opening;
    const divided = before.course.divides ? await proposedByChildren(job, attempt, opening.value, before, ports) : null;
    if (divided !== null && divided.kind !== "open") return divided;
    children = divided?.value.children;
    return propose(job, attempt, opening.value, before, ports, divided?.value);
  });
  const outcome = await judgeRounds(job, attempt, proposed, before, ports);
  return outcome.kind === "passed" && children !== undefined ? { ...outcome, children } : outcome;
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
  const { proposeDivided } = await import("../division/propose-divided.ts");
  return proposeDivided(job, attempt, opening, division, carryOut, ports);
};
