import type { OrderOutcome } from "@llmch/factory";
import { type LoadedOrder, limitedByTime } from "@llmch/records";
import { attemptsMade, spentDocument } from "@llmch/story";
import { EXIT, type JsonValue, jsonObject, messageOf, warningInWords } from "@llmch/text";
import { landOrder } from "../landing/land-order.ts";
import type { Lease } from "../lease/leases.ts";
import { approvalOf, firstObstacle, seenOrder } from "./approvals.ts";
import type { At } from "./at.ts";
import { type Desk, openDesk } from "./desk.ts";
import type { OpenOrder } from "./open-order.ts";
import { describeEnding, needsOf, type OrderEnding, type OrderRun } from "./order-ending.ts";
import type { OrderPorts, RunFacts } from "./ports.ts";
import { concludePreviousCommit, recordedSoFar } from "./previous-session.ts";
import { afterWork, beforeWork, type WorkedOn } from "./revision.ts";
import { workOn } from "./work.ts";

/** What an order holds while it is carried out. */
interface Held {
  /** The order as it is by now: it may be revised. */
  loaded: LoadedOrder;
  /** Null until it has begun. */
  baseline: string | null;
  lease: Lease | null;
}

/**
 * Carries out one order in its turn: it is asked, judged and landed. Records how it ended, whatever happens.
 * @param at where it is carried out
 */
export const order = async (opened: OpenOrder, at: () => Promise<At>, ports: OrderPorts): Promise<OrderRun> => {
  const { session, earlier, fault } = opened;
  const { ground, watch } = ports;
  const before = earlier.before?.progress;
  const held: Held = { loaded: opened.task.loaded, baseline: null, lease: null };
  const carryOut = async (): Promise<OrderEnding> => {
    if (fault !== null) throw fault.value;
    const concluded = await concludePreviousCommit(session, earlier.before, ground);
    held.baseline = before?.intent?.from ?? before?.started?.baseline ?? ground.landing.tip();
    if (concluded !== null) return concluded;
    const obstacle = await firstObstacle(session, ports);
    if (obstacle !== null) return { ...obstacle, attempts: before?.failed ?? [] };
    held.loaded = await seenOrder(held.loaded, session, ports);
    const place = await at();
    held.baseline = place.base;
    held.lease = await ground.leases.lease(place.base);
    return workAndLand(opened, held, await openDesk(held.lease, place, session, ports), place, ports);
  };
  const brokenOff = (value: unknown): OrderEnding =>
    watch.signal.aborted ? { kind: "interrupted", attempts: [] } : { kind: "fault", fault: value, attempts: [] };
  const carried = await carryOut()
    .then((ending) => withFinalPush(ending, session, ports))
    .catch(brokenOff);
  // Ctrl-C also ends the git that commits; whether the branch moved is seen when the run is resumed.
  const isCut = carried.kind === "not-committed" && watch.signal.aborted;
  const ending: OrderEnding = isCut ? { kind: "interrupted", attempts: carried.attempts } : carried;
  const limited = await limitedByTime(ending, watch.timeIsUp(), session).catch(
    (value: unknown): OrderEnding => ({ kind: "fault", fault: value, attempts: [] }),
  );
  return close(opened, limited, held, ports);
};

/** A single order's run pushes it, if a person decides about that, before it ends. */
const withFinalPush = async (
  ending: OrderEnding,
  session: OpenOrder["session"],
  { facts, ground }: OrderPorts,
): Promise<OrderEnding> => {
  if (ending.kind !== "passed" || ending.aftermath !== null || facts.schedule !== null) return ending;
  const need = await ground.finalPush?.(session);
  return need == null ? ending : { ...ending, need };
};

/** Leaves an order resumable, because its turn will not come. */
export const leaveOpen = (opened: OpenOrder, ports: OrderPorts): Promise<OrderRun> => {
  const held = { loaded: opened.task.loaded, baseline: ports.ground.landing.tip(), lease: null };
  return close(opened, { kind: "interrupted", attempts: [] }, held, ports);
};

const workAndLand = async (
  { session, answers, earlier }: OpenOrder,
  held: Held,
  desk: Desk,
  at: At,
  ports: OrderPorts,
): Promise<OrderEnding> => {
  const { facts, models, ground } = ports;
  const setUp = await desk.setUp();
  if (!setUp.ok) {
    const [why] = setUp.issues;
    return why === "interrupted" ? { kind: why, attempts: [] } : { kind: "not-set-up", why, attempts: [] };
  }
  const ready = await models.design.of(session);
  if (ready.kind !== "ready") return { ...ready, attempts: earlier.before?.progress.failed ?? [] };
  const model = models.for(answers);
  let now = earlier;
  const first = await beforeWork(held.loaded, earlier, at.base, session, ports);
  if (first.kind === "ended") return first.ending;
  if (first.isStale) now = await recordedSoFar(session, facts.artifactsRoot, first.loaded);
  held.loaded = first.loaded;
  for (;;) {
    const { stored } = now;
    const baseline = () => ground.baselines.memoryFor(desk.worktree.baseline(), stored);
    const record = { ledger: session, model, recorder: answers, approve: approvalOf(held.loaded, session, ports) };
    const outcome = await workOn(held.loaded, now, desk, { at, design: ready.design, baseline }, record, ports);
    const worked = await landed(outcome, held.loaded, desk, session, ports);
    const next = await afterWork(worked, held.loaded, at.base, session, ports);
    if (next.kind === "ended") return next.ending;
    held.loaded = next.loaded;
    now = await recordedSoFar(session, facts.artifactsRoot, held.loaded);
  }
};

/** Lands work that passed its gates; any other outcome stays as it is. */
const landed = async (
  { attempts, ...outcome }: OrderOutcome,
  loaded: LoadedOrder,
  { worktree }: Desk,
  session: OpenOrder["session"],
  { facts, ground }: OrderPorts,
): Promise<WorkedOn> => {
  if (outcome.kind === "candidate") {
    const { attempt, ...ending } = await landOrder(outcome.candidate, loaded, worktree, session, facts, ground);
    return { ...ending, attempts: [...attempts, attempt] };
  }
  if (outcome.kind === "paused") throw new Error(`${loaded.order.id} paused in its turn`);
  const changed = worktree.changedRepo();
  if (changed !== null) await session.emit({ type: "warning", message: changed });
  return { ...outcome, attempts };
};

/** Gives the worktree back, and records how the order's run ended. */
const close = async (
  { task, session, members }: OpenOrder,
  ending: OrderEnding,
  { loaded, baseline, lease }: Held,
  { facts }: OrderPorts,
): Promise<OrderRun> => {
  const isStopped = ending.kind !== "passed" && ending.kind !== "failed";
  const left = isStopped ? ((await lease?.discard()) ?? null) : null;
  if (isStopped) await session.makeRoom();
  else lease?.release();
  const place = { runId: session.runId, directory: session.directory, ...session.taken() };
  const limit = ending.kind === "failed" ? await session.limited(facts.wait).catch(() => null) : null;
  const run = describeEnding(task.loaded, place, ending, limit);
  try {
    const seal = await session.finish({
      verdict: run.verdict,
      exitCode: run.exitCode,
      summary: summaryOf(run, ending, { baseline, hint: left?.hint ?? null }, facts),
      isPart: facts.schedule !== null,
      members: { ...members, work_order_sha256: loaded.sha256 },
    });
    const trouble = left === null ? run.fault : `${run.fault ?? ""} ${left.message}: ${left.hint}`.trim();
    return { ...run, seal, fault: trouble };
  } catch (trouble) {
    session.abandon();
    return { ...run, fault: run.fault ?? `the run's record could not be finished: ${messageOf(trouble)}` };
  }
};

/** `run_summary.json` of one order's run (contract §7). */
const summaryOf = (
  run: OrderRun,
  ending: OrderEnding,
  { baseline, hint }: { readonly baseline: string | null; readonly hint: string | null },
  { branch, config }: Pick<RunFacts, "branch" | "config">,
): JsonValue => ({
  run_id: run.runId,
  work_order_id: run.orderId,
  verdict: run.verdict,
  exit_code: run.exitCode,
  total_attempts: attemptsMade(run),
  baseline_commit: baseline,
  working_branch: branch,
  commit: run.commit,
  ...(run.evidence === null ? {} : { evidence: run.evidence }),
  repo_tree_hash_after: ending.kind === "passed" ? ending.commit.tree : null,
  rollback_failed: hint !== null,
  hint,
  ...(run.endedBy === undefined ? {} : { ended_by: run.endedBy }),
  error: run.fault ?? (run.verdict === "ERROR" ? (run.brief?.primary_error_excerpt ?? null) : null),
  ...(run.exitCode === EXIT.waiting ? { needs: needsOf([run]) } : {}),
  warnings: run.warnings.map(warningInWords),
  config: jsonObject(config),
  spent: spentDocument(run.spent),
  attempts: run.attempts.map((attempt) => ({
    ...attempt,
    failure_brief: attempt.failure_brief === null ? null : jsonObject(attempt.failure_brief),
  })),
});
