import { commandWords, type FailureBrief } from "@llmch/contract";
import { commandInWords } from "@llmch/languages";
import { briefOf } from "./brief.ts";
import { type StartHashes, unmetConditions } from "./conditions.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import type { OrderJob } from "./order-job.ts";
import { orderVerification } from "./order-verification.ts";
import type { Ports } from "./ports.ts";
import { type CommandsRun, type PlannedCommand, runCommands } from "./run-commands.ts";

/** Verifies the whole repo as it is after the writes (contract §5.4). */
export const verifyRepo = async (job: OrderJob, attempt: number, ports: Ports): Promise<GateOutcome<null>> => {
  const { order } = job;
  const { commands, reason } = await orderVerification(job, ports.workspace, "after");
  const planned = commands.map((command) => ({ ...command, display: commandInWords(command) }));
  const context = { phase: "verify", stage: "verify_failed", job, attempt, ...ports } as const;
  const run = await runCommands(planned, context);
  await ports.ledger.record(`attempt_${attempt}/verify_result.json`, {
    ok: run.outcome === "passed",
    reason,
    exempt: order.verify_exempt,
    commands: run.records,
  });
  return gate(run, commands.length === 0 ? `no command: ${reason}` : run.remarks.join("; "));
};

/** Checks the postconditions, then the acceptance commands (contract §5.4). */
export const acceptOrder = async (
  job: OrderJob,
  attempt: number,
  start: StartHashes,
  ports: Ports,
): Promise<GateOutcome<null>> => {
  const { order } = job;
  const unmet = await unmetConditions(order.postconditions, ports.workspace, start);
  const name = `attempt_${attempt}/acceptance_result.json`;
  if (unmet.length > 0) {
    await ports.ledger.record(name, { ok: false, unmet_postconditions: unmet, commands: [] });
    const reason = `a postcondition does not hold: ${unmet.join("; ")}`;
    return shut(briefOf("acceptance_failed", job, reason));
  }
  const planned: PlannedCommand[] = [];
  for (const display of order.acceptance_commands) {
    const words = commandWords(display);
    if (!words.ok) {
      await ports.ledger.record(name, { ok: false, unmet_postconditions: [], commands: [] });
      return shut(briefOf("acceptance_failed", job, `${display}: ${words.issues[0]}`));
    }
    planned.push({ display, argv: words.value, passes: {}, folder: null });
  }
  const context = { phase: "acceptance", stage: "acceptance_failed", job, attempt, ...ports } as const;
  const run = await runCommands(planned, context);
  await ports.ledger.record(name, { ok: run.outcome === "passed", unmet_postconditions: [], commands: run.records });
  return gate(run, "");
};

const gate = ({ outcome }: CommandsRun, detail: string): GateOutcome<null> => {
  if (outcome === "passed") return { kind: "open", value: null, detail: detail === "" ? null : detail };
  return outcome === "interrupted" ? { kind: "interrupted" } : shut(outcome);
};

const shut = (brief: FailureBrief): GateOutcome<null> => ({ kind: "shut", brief });
