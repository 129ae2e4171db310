import { type AcceptedChange, commitSubject, type RepoPath, type Round, roundFolder } from "@llmch/contract";
import { judgeBy, tidying } from "../commands/judge-command.ts";
import type { CommandRecord, RanCommand } from "../commands/run-commands.ts";
import { briefOf, briefOfCommand } from "../job/brief.ts";
import { textAt } from "../job/files.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { TestsKept, Verified } from "../job/outcome.ts";
import { narrowedTo } from "../job/planned-command.ts";
import type { Ports } from "../job/ports.ts";
import type { StandingFiles } from "../review/changed-files.ts";
import { tryAcceptance } from "./accept.ts";
import type { StartHashes } from "./conditions.ts";
import { mayAddTests, refusedUntested } from "./evidence.ts";
import { ciAlone, orderVerification, plannedVerification } from "./order-verification.ts";
import { NOTHING_CHANGED, testsKept } from "./tests-kept.ts";
import { type KnownStart, NOTHING_KNOWN, testsTold, untested } from "./tests-ran.ts";
import { verifyTree } from "./verify-tree.ts";

/** What an attempt's verification depends on, besides the tree. */
export interface VerifyContext {
  /** What is known of the tree before the order. */
  readonly known: KnownStart;
  /** The changes that make the tree. */
  readonly changes: readonly AcceptedChange[];
  /** Their files as they were. */
  readonly standing: StandingFiles;
  /** The hashes of files that must stay as they are. */
  readonly start?: StartHashes;
}

/** Verifies the whole repo as it will be once the changes are committed (contract §5.4). */
export const verifyRepo = async (
  job: OrderJob,
  at: Round,
  ports: Ports,
  { known, changes, standing, start }: VerifyContext = {
    ...{ known: NOTHING_KNOWN, changes: [], standing: new Map() },
  },
): Promise<
  GateOutcome<{ readonly verified: Verified; readonly drift: readonly string[]; readonly tests: TestsKept }>
> => {
  const { order } = job;
  const subject = commitSubject({ order: order.id, title: ports.redactor.text(order.title) });
  const stood = await ports.workspace.stand(changes, subject);
  if (!stood.ok) return { ...shut(briefOf("write_failed", job, stood.issues.join("\n"))), isLast: true };
  const verification = await orderVerification(job, ports.workspace, "after");
  const { commands, reason, tree } = verification;
  const prefix = `${roundFolder(at)}/`;
  const planned = plannedVerification(commands, tree);
  const { drift, ...judging } = tidying(ports.workspace, known.changedTests);
  const { restore } = ports.workspace;
  const context = { phase: "verify", prefix, job, known: known.red, restore, ...judging, ...ports } as const;
  const run = await verifyTree(planned, context);
  const alone: CommandRecord[] = [];
  const testsAlone = async ({ planned: command }: RanCommand, path: RepoPath) => {
    const folder = command.folder === null ? "" : `${command.folder}/`;
    const one = narrowedTo(command, { files: [path] }, await textAt(`${folder}package.json`, ports.workspace));
    const ran = one === null ? null : await judgeBy(one, planned.length + alone.length, context);
    if (ran !== null) alone.push(ran.record);
    return ran?.result.ending === "interrupted" ? 0 : (ran?.tests.ran ?? null);
  };
  const idle = run.outcome === "passed" ? await untested(run.ran, known, order, changes, testsAlone) : null;
  const tests =
    run.outcome === "passed" ? await testsKept(run, known, changes, standing, ports.workspace) : NOTHING_CHANGED;
  const isRefused = job.strict === true && tests.weakened.length > 0;
  const told = testsTold(run.ran);
  const weakened = isRefused ? `${tests.weakened.join("; ")}: --strict refuses that` : null;
  const needed = run.outcome === "passed" ? refusedUntested(job, told) : null;
  const why = idle ?? weakened ?? needed;
  await ports.ledger.record(`${prefix}verify_result.json`, {
    ok: run.outcome === "passed" && why === null,
    reason,
    exempt: order.verify_exempt,
    ...(why === null ? {} : { untested: why }),
    ...(run.flaky.length === 0 ? {} : { flaky: run.flaky }),
    commands: [...run.records, ...alone],
  });
  for (const message of run.warnings) await ports.ledger.emit({ type: "warning", message });
  if (run.outcome === "interrupted") return { kind: "interrupted" };
  if (run.failed !== null) {
    const { ran, failedBefore, names, besides } = run.failed;
    const held = { names, besides, altered: ran.altered };
    const brief = briefOfCommand("verify_failed", job, ran.planned.display, ran.result, held);
    // A command that hung once would hang again.
    const acceptance =
      start === undefined || brief.exit_code === null ? null : await tryAcceptance(job, at, start, ports);
    const more = {
      ...(failedBefore ? ({ failed_before: true } as const) : {}),
      ...(acceptance == null ? {} : { acceptance }),
    };
    return { ...shut({ ...brief, ...more }), isUnsteady: run.flaky.length > 0 };
  }
  if (why !== null)
    return { ...shut(briefOf("verify_failed", job, why)), isLast: why === needed && !mayAddTests(order, told) };
  const detail = commands.length === 0 ? `no command: ${reason}` : run.remarks.join("; ");
  const leftOut = job.verifyEnv?.leftOut() ?? [];
  const verified = {
    ...{ commands: planned, red: run.red, tests: told, ciAlone: await ciAlone(verification) },
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(known.changedTests.length > 0 ? { changedTests: known.changedTests } : {}),
  };
  const value = { verified, drift: [...drift], tests };
  return open(value, detail === "" ? null : detail);
};
