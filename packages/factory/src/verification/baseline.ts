import { type BaselineVerification, formatRefusal, type JsonValue } from "@llmch/contract";
import { briefOf } from "../job/brief.ts";
import type { GateOutcome } from "../job/gate-outcome.ts";
import type { BaselineMemory, OrderJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import type { RedCommand } from "../job/red-command.ts";
import { checkBaseline, workToCome } from "./check-baseline.ts";
import { orderVerification, plannedOf } from "./order-verification.ts";

/** The verification of the tree that an order starts from, run once before anything is paid (contract §5.1). */
export interface Baseline {
  /** The commands that fail there. A gate, because a machine that lacks a tool cannot verify anything. */
  verified(): Promise<GateOutcome<readonly RedCommand[]>>;
}

export const BASELINE_DOCUMENT = "baseline_verification.json";

/** There is no baseline if the order is exempt, or if the caller keeps no memory. */
export const baselineOf = (job: OrderJob, ports: Ports): Baseline => {
  let red: readonly RedCommand[] | null = null;
  return {
    verified: async () => {
      if (red !== null) return open(red);
      const memory = job.order.verify_exempt ? undefined : await job.baseline?.();
      const outcome = memory === undefined ? open([]) : await verify(job, memory, ports);
      if (outcome.kind === "open") memory?.seen?.(outcome.value);
      if (outcome.kind === "open") red = outcome.value;
      return outcome;
    },
  };
};

const open = (value: readonly RedCommand[]) => ({ kind: "open", value, detail: null }) as const;

const verify = async (
  job: OrderJob,
  memory: BaselineMemory,
  ports: Ports,
): Promise<GateOutcome<readonly RedCommand[]>> => {
  const { workspace, ledger, clock } = ports;
  const { commands, reason } = await orderVerification(job, workspace, "before");
  if (commands.length === 0) return open([]);
  const planned = commands.map(plannedOf);
  const known = await memory.recall(planned);
  if (known?.isRecorded === true) return open(known.verification.red);
  const started = clock.monotonicMs();
  if (known !== null) {
    await record(known.verification, 0, ports);
    return open(known.verification.red);
  }
  const work = workToCome(job.order, [job.order, ...(job.plan ?? [])]);
  const check = await checkBaseline(planned, { job, ...ports, reset: workspace.reset, work });
  if (check.kind === "interrupted") return { kind: "interrupted" };
  const { red, flaky, records, warnings } = check;
  const ok = red.length === 0;
  const verification = { tree: memory.tree, source: "run", ok, reason, red, flaky, commands: records } as const;
  if (check.kind === "unfit") {
    // Leave this out of the journal: after the machine is fixed, a resume must try again.
    await ledger.record(BASELINE_DOCUMENT, document(verification));
    return { kind: "shut", brief: briefOf("preflight", job, `${formatRefusal(check)}; ${ALONE}`) };
  }
  await record(verification, Math.round(clock.monotonicMs() - started), ports);
  for (const message of warnings) await ledger.emit({ type: "warning", message });
  await memory.keep(planned, verification);
  return open(red);
};

const ALONE = "`llmch doctor WO-DIR --verify` runs this check without a run";

/** The journal mentions it once the document is on disk. */
const record = async (
  verification: BaselineVerification,
  duration_ms: number,
  { ledger }: Pick<Ports, "ledger">,
): Promise<void> => {
  const { source, ok, flaky } = verification;
  await ledger.record(BASELINE_DOCUMENT, document(verification));
  await ledger.settle();
  const red = verification.red.map(({ command, exit_code, mark }) => ({
    command,
    exit_code,
    failures: mark?.failures ?? [],
  }));
  await ledger.emit({ type: "baseline_verified", source, ok, red, flaky, duration_ms });
};

const document = (verification: BaselineVerification): JsonValue => JSON.parse(JSON.stringify(verification));
