import { acceptanceOf, type FailureBrief, type Round, roundFolder, type Stage } from "@llmch/contract";
import { isPassed, type JudgedCommand, judgeBy, tidying, untilOneFails } from "../commands/judge-command.ts";
import { briefOf, briefOfCommand, type CommandJob } from "../job/brief.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import { plannedAcceptance } from "../job/planned-command.ts";
import type { Ports } from "../job/ports.ts";
import { type StartHashes, unmetConditions } from "./conditions.ts";
import type { KnownStart } from "./tests-ran.ts";

/** Checks the postconditions, then the acceptance commands (contract §5.4). */
export const acceptOrder = async (
  job: OrderJob,
  at: Round,
  { start, known }: { readonly start: StartHashes; readonly known: KnownStart },
  ports: Ports,
): Promise<GateOutcome<{ readonly drift: readonly string[] }>> => {
  const { order } = job;
  const unmet = await unmetConditions(order.postconditions, ports.workspace, start);
  const name = `${roundFolder(at)}/acceptance_result.json`;
  if (unmet.length > 0) {
    await ports.ledger.record(name, { ok: false, unmet_postconditions: unmet, commands: [] });
    const reason = `a postcondition does not hold: ${unmet.join("; ")}`;
    return shut(briefOf("acceptance_failed", job, reason));
  }
  const planned = plannedAcceptance(acceptanceOf(order));
  if (!planned.ok) {
    await ports.ledger.record(name, { ok: false, unmet_postconditions: [], commands: [] });
    return shut(briefOf("acceptance_failed", job, planned.issues[0]));
  }
  const { drift, ...judging } = tidying(ports.workspace, known.changedTests);
  const context = { phase: "acceptance", job, prefix: `${roundFolder(at)}/`, ...judging, ...ports } as const;
  const { records, failed } = await untilOneFails(planned.value, context);
  await ports.ledger.record(name, { ok: failed === null, unmet_postconditions: [], commands: records });
  if (failed === null) return open({ drift: [...drift] });
  return refused("acceptance_failed", job, failed);
};

/** The gate's answer to a command that failed. */
export const refused = (stage: Stage, job: CommandJob, { result, altered, planned }: JudgedCommand) =>
  result.ending === "interrupted"
    ? ({ kind: "interrupted" } as const)
    : shut(briefOfCommand(stage, job, planned.display, result, { altered }));

/**
 * Runs all acceptance commands after a failed verification, to tell the next attempt how far this one got. They decide nothing.
 * Null if they were interrupted, or cannot be planned.
 */
export const tryAcceptance = async (
  job: OrderJob,
  at: Round,
  start: StartHashes,
  ports: Ports,
): Promise<FailureBrief["acceptance"] | null> => {
  const planned = plannedAcceptance(acceptanceOf(job.order));
  if (!planned.ok) return null;
  const judging = tidying(ports.workspace);
  const context = { phase: "acceptance", prefix: `${roundFolder(at)}/`, job, ...judging, ...ports } as const;
  const ran: JudgedCommand[] = [];
  for (const [index, command] of planned.value.entries()) {
    const each = await judgeBy(command, index, context);
    if (each.result.ending === "interrupted") return null;
    ran.push(each);
    // The rest may take just as long.
    if (each.result.ending === "timed-out") break;
  }
  const unmet = await unmetConditions(job.order.postconditions, ports.workspace, start);
  await ports.ledger.record(`${roundFolder(at)}/acceptance_result.json`, {
    ok: unmet.length === 0 && ran.length === planned.value.length && ran.every(isPassed),
    informational: true,
    unmet_postconditions: unmet,
    commands: ran.map(({ record }) => record),
  });
  const named = (wanted: boolean) =>
    ran.filter((each) => isPassed(each) === wanted).map((each) => each.planned.display);
  return { passed: named(true), failed: named(false) };
};
