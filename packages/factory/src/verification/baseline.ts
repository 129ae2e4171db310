import type { BaselineVerification } from "@llmch/contract";
import { isTestFile, testCases } from "@llmch/languages";
import { formatRefusal, type JsonValue } from "@llmch/text";
import { briefOf } from "../job/brief.ts";
import { textAt } from "../job/files.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { BaselineMemory, OrderJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import { leftOutIn, leftOutMembers } from "../job/verify-env.ts";
import { checkBaseline, workToCome } from "./check-baseline.ts";
import { mayAddTests, refusedUntested } from "./evidence.ts";
import { orderVerification, plannedVerification } from "./order-verification.ts";
import { type KnownStart, NOTHING_KNOWN } from "./tests-ran.ts";

const UNMENDED = ", and the order may write no test: let it, or set verify.commands to what tests the repo";

export const BASELINE_DOCUMENT = "baseline_verification.json";

/**
 * Verifies the tree that an order starts from (contract §5.1): the commands that fail there, and what tests they ran. A gate, because a
 * machine that lacks a tool cannot verify anything. Nothing is known if the order is exempt, or if the caller keeps no memory.
 */
export const verifyBaseline = async (job: OrderJob, ports: Ports): Promise<GateOutcome<KnownStart>> => {
  const memory = job.order.verify_exempt ? undefined : await job.baseline?.();
  const outcome = memory === undefined ? open(NOTHING_KNOWN) : await verify(job, memory, ports);
  if (outcome.kind !== "open") return outcome;
  const { red, tests } = outcome.value;
  const refused = tests === null || mayAddTests(job.order, tests) ? null : refusedUntested(job, tests);
  if (refused !== null) return shut(briefOf("preflight", job, `${refused}${UNMENDED}`));
  memory?.seen?.(red);
  return outcome;
};

const startOf = ({ red, tests, changed_tests: changedTests = [] }: BaselineVerification): KnownStart => ({
  ...{ red, tests: tests ?? null, changedTests },
});

const verify = async (job: OrderJob, memory: BaselineMemory, ports: Ports): Promise<GateOutcome<KnownStart>> => {
  const { workspace, ledger, clock } = ports;
  const { commands, reason, tree } = await orderVerification(job, workspace, "before");
  if (commands.length === 0) return open({ red: [], tests: [], changedTests: [] });
  const planned = plannedVerification(commands, tree);
  const known = await memory.recall(planned);
  if (known !== null) job.verifyEnv?.leaveOut(leftOutIn(known.verification));
  if (known?.isRecorded === true) return open(startOf(known.verification));
  for (const message of await testsAlone(job, workspace)) await ledger.emit({ type: "warning", message });
  const started = clock.monotonicMs();
  if (known !== null) {
    await record(known.verification, 0, ports);
    return open(startOf(known.verification));
  }
  const work = workToCome(job.order, [job.order, ...(job.plan ?? [])]);
  const check = await checkBaseline(planned, { job, ...ports, work, once: memory.once });
  if (check.kind === "interrupted") return { kind: "interrupted" };
  const { red, flaky, tests, changedTests, records, warnings, leftOut } = check;
  const ok = red.length === 0;
  const verification = {
    ...({ tree: memory.tree, source: "run", ok, reason, red, flaky, tests, commands: records } as const),
    ...leftOutMembers(leftOut),
    ...(changedTests.length > 0 ? { changed_tests: changedTests } : {}),
  };
  if (check.kind === "unfit") {
    // Leave this out of the journal: after the machine is fixed, a resume must try again.
    await ledger.record(BASELINE_DOCUMENT, document(verification));
    return shut(briefOf("preflight", job, `${formatRefusal(check)}; ${ALONE}`));
  }
  await record(verification, Math.round(clock.monotonicMs() - started), ports);
  for (const message of warnings) await ledger.emit({ type: "warning", message });
  await memory.keep(planned, verification);
  return open(startOf(verification));
};

/** Test files of the order in which one test keeps all others from running. */
const testsAlone = async ({ order }: OrderJob, workspace: Ports["workspace"]): Promise<readonly string[]> => {
  const said: string[] = [];
  for (const file of order.allowed_files.filter(isTestFile)) {
    const only = testCases(file, (await textAt(file, workspace)) ?? "")?.only ?? 0;
    if (only > 0) said.push(`${file} marks a test to run alone (only): no other test of that file runs`);
  }
  return said;
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
