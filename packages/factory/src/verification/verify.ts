import { type AcceptedChange, type FailureBrief, type Round, roundFolder } from "@llmch/contract";
import { remade } from "../commands/remade.ts";
import { briefOf, briefOfCommand } from "../job/brief.ts";
import type { GateOutcome } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Verified } from "../job/outcome.ts";
import type { Ports } from "../job/ports.ts";
import { tryAcceptance } from "./accept.ts";
import type { StartHashes } from "./conditions.ts";
import { orderVerification, plannedVerification } from "./order-verification.ts";
import { type KnownStart, NOTHING_KNOWN, testsTold, untested } from "./tests-ran.ts";
import { verifyTree } from "./verify-tree.ts";

/** What an attempt's verification depends on, besides the tree. */
export interface VerifyContext {
  /** What is known of the tree before the order. */
  readonly known: KnownStart;
  /** The changes that made the tree; they are applied again before a command runs a second time. */
  readonly changes: readonly AcceptedChange[];
  /** The hashes of files that must stay as they are. */
  readonly start?: StartHashes;
  /** Whether commands may have installed what the changes need. */
  readonly leavesDependencies?: boolean;
}

/** Verifies the whole repo as it is after the writes (contract §5.4). */
export const verifyRepo = async (
  job: OrderJob,
  at: Round,
  ports: Ports,
  { known, changes, start, leavesDependencies = false }: VerifyContext = { known: NOTHING_KNOWN, changes: [] },
): Promise<GateOutcome<Verified>> => {
  const { order } = job;
  const { commands, reason, files } = await orderVerification(job, ports.workspace, "after");
  const prefix = `${roundFolder(at)}/`;
  const restore = async () => (await remade(changes, ports.workspace, leavesDependencies)) === null;
  const planned = plannedVerification(commands, files);
  const run = await verifyTree(planned, { phase: "verify", prefix, job, known: known.red, restore, ...ports });
  const why = run.outcome === "passed" ? untested(run.ran, known, order, changes) : null;
  await ports.ledger.record(`${prefix}verify_result.json`, {
    ok: run.outcome === "passed" && why === null,
    reason,
    exempt: order.verify_exempt,
    ...(why === null ? {} : { untested: why }),
    ...(run.flaky.length === 0 ? {} : { flaky: run.flaky }),
    commands: run.records,
  });
  for (const message of run.warnings) await ports.ledger.emit({ type: "warning", message });
  if (run.outcome === "interrupted") return { kind: "interrupted" };
  if (run.failed !== null) {
    const { ran, names, besides, failedBefore } = run.failed;
    const brief = briefOfCommand("verify_failed", job, ran.planned.display, ran.result, { names, besides });
    // A command that hung once would hang again.
    const acceptance =
      start === undefined || brief.exit_code === null ? null : await tryAcceptance(job, at, start, ports);
    return shut({
      ...brief,
      ...(failedBefore ? { failed_before: true } : {}),
      ...(acceptance == null ? {} : { acceptance }),
    });
  }
  if (why !== null) return shut(briefOf("verify_failed", job, why));
  const detail = commands.length === 0 ? `no command: ${reason}` : run.remarks.join("; ");
  const value = { commands: planned, red: run.red, tests: testsTold(run.ran) };
  return { kind: "open", value, detail: detail === "" ? null : detail };
};

const shut = (brief: FailureBrief) => ({ kind: "shut", brief }) as const;
