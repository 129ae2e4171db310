import { type AcceptedChange, type FailureBrief, type Round, roundFolder } from "@llmch/contract";
import { remade } from "../commands/remade.ts";
import { type RanCommand, runCommand, runCommands } from "../commands/run-commands.ts";
import { briefOf, briefOfCommand } from "../job/brief.ts";
import type { GateOutcome } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Verified } from "../job/outcome.ts";
import { plannedAcceptance } from "../job/planned-command.ts";
import type { Ports } from "../job/ports.ts";
import type { RedCommand } from "../job/red-command.ts";
import { type StartHashes, unmetConditions } from "./conditions.ts";
import { orderVerification, plannedOf } from "./order-verification.ts";
import { verifyTree } from "./verify-tree.ts";

/** What an attempt's verification depends on, besides the tree. */
export interface VerifyContext {
  /** What failed before the order began. */
  readonly known: readonly RedCommand[];
  /** The changes that made the tree; they are applied again before a command runs a second time. */
  readonly changes: readonly AcceptedChange[];
  /** Whether commands may have installed what the changes need. */
  readonly leavesDependencies?: boolean;
}

/** Verifies the whole repo as it is after the writes (contract §5.4). */
export const verifyRepo = async (
  job: OrderJob,
  at: Round,
  ports: Ports,
  { known, changes, leavesDependencies = false }: VerifyContext = { known: [], changes: [] },
): Promise<GateOutcome<Verified>> => {
  const { order } = job;
  const { commands, reason } = await orderVerification(job, ports.workspace, "after");
  const prefix = `${roundFolder(at)}/`;
  const restore = async () => (await remade(changes, ports.workspace, leavesDependencies)) === null;
  const planned = commands.map(plannedOf);
  const run = await verifyTree(planned, { phase: "verify", prefix, job, known, restore, ...ports });
  await ports.ledger.record(`${prefix}verify_result.json`, {
    ok: run.outcome === "passed",
    reason,
    exempt: order.verify_exempt,
    ...(run.flaky.length === 0 ? {} : { flaky: run.flaky }),
    commands: run.records,
  });
  for (const message of run.warnings) await ports.ledger.emit({ type: "warning", message });
  if (run.outcome === "interrupted") return { kind: "interrupted" };
  if (run.failed !== null) {
    const { ran, names, besides, failedBefore } = run.failed;
    const brief = briefOfCommand("verify_failed", job, ran.planned.display, ran.result, { names, besides });
    return shut(failedBefore ? { ...brief, failed_before: true } : brief);
  }
  const detail = commands.length === 0 ? `no command: ${reason}` : run.remarks.join("; ");
  return { kind: "open", value: { commands: planned, red: run.red }, detail: detail === "" ? null : detail };
};

/** Checks the postconditions, then the acceptance commands (contract §5.4). */
export const acceptOrder = async (
  job: OrderJob,
  at: Round,
  start: StartHashes,
  ports: Ports,
): Promise<GateOutcome<null>> => {
  const { order } = job;
  const unmet = await unmetConditions(order.postconditions, ports.workspace, start);
  const name = `${roundFolder(at)}/acceptance_result.json`;
  if (unmet.length > 0) {
    await ports.ledger.record(name, { ok: false, unmet_postconditions: unmet, commands: [] });
    const reason = `a postcondition does not hold: ${unmet.join("; ")}`;
    return shut(briefOf("acceptance_failed", job, reason));
  }
  const planned = plannedAcceptance(order);
  if (!planned.ok) {
    await ports.ledger.record(name, { ok: false, unmet_postconditions: [], commands: [] });
    return shut(briefOf("acceptance_failed", job, planned.issues[0]));
  }
  const prefix = `${roundFolder(at)}/`;
  const context = { phase: "acceptance", stage: "acceptance_failed", job, prefix, ...ports } as const;
  const { outcome, records } = await runCommands(planned.value, context);
  await ports.ledger.record(name, { ok: outcome === "passed", unmet_postconditions: [], commands: records });
  if (outcome === "passed") return { kind: "open", value: null, detail: null };
  return outcome === "interrupted" ? { kind: "interrupted" } : shut(outcome);
};

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
  const planned = plannedAcceptance(job.order);
  if (!planned.ok) return null;
  const context = { phase: "acceptance", prefix: `${roundFolder(at)}/`, job, ...ports } as const;
  const ran: RanCommand[] = [];
  for (const [index, command] of planned.value.entries()) {
    const each = await runCommand(command, index, context);
    if (each.result.ending === "interrupted") return null;
    ran.push(each);
    // The rest may take just as long.
    if (each.result.ending === "timed-out") break;
  }
  const unmet = await unmetConditions(job.order.postconditions, ports.workspace, start);
  await ports.ledger.record(`${roundFolder(at)}/acceptance_result.json`, {
    ok: unmet.length === 0 && ran.length === planned.value.length && ran.every(({ ok }) => ok),
    informational: true,
    unmet_postconditions: unmet,
    commands: ran.map(({ record }) => record),
  });
  const named = (wanted: boolean) => ran.filter(({ ok }) => ok === wanted).map((each) => each.planned.display);
  return { passed: named(true), failed: named(false) };
};

const shut = (brief: FailureBrief) => ({ kind: "shut", brief }) as const;
