import type { AttemptOutcome } from "./attempt-outcome.ts";
import { contendersOf } from "./candidates/contenders.ts";
import { heldGates } from "./held-gates.ts";
import { type Before, openAttempt } from "./opening.ts";
import type { OrderJob } from "./order-job.ts";
import type { Ports } from "./ports.ts";
import { propose } from "./propose.ts";
import { judgeRounds } from "./rounds.ts";
import { stepper } from "./step.ts";

/**
 * One attempt up to the verdict: propose, then every gate (contract §5, §9). If several candidates are asked for, they are
 * proposed side by side, and judged one after the other. It only changes the worktree. The caller finishes: it commits, or goes back
 * to the baseline.
 */
export const runAttempt = async (
  job: OrderJob,
  attempt: number,
  before: Before,
  ports: Ports,
): Promise<AttemptOutcome> => {
  const [first, ...others] = contendersOf(job, before.course);
  const gates = heldGates(ports.gates);
  try {
    if (others.length > 0) {
      const { runCandidates } = await import("./candidates/run-candidates.ts");
      return await runCandidates(job, attempt, [first, ...others], before, gates, ports);
    }
    const proposed = await stepper({ attempt, round: 1 }, ports)("propose", async () => {
      const opening = await openAttempt(job, before, ports);
      return opening.kind === "open" ? propose(job, attempt, first, opening.value, before, ports) : opening;
    });
    return await judgeRounds(job, { attempt }, proposed, before, gates, ports);
  } finally {
    gates.leave();
  }
};
