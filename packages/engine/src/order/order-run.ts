import { EVENT_FORMAT, type EventBody, jsonObject, limitInWords, messageOf } from "@llmch/contract";
import type { Lease } from "../lease/leases.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { OrderTask } from "../schedule/order-task.ts";
import { openSession, type Session } from "../session/session.ts";
import { describeEnding, type OrderEnding, type OrderRun } from "./order-ending.ts";
import { summaryOf } from "./order-record.ts";
import type { OrderRunContext } from "./order-run-context.ts";
import { carryOutIn, type Earlier } from "./order-work.ts";
import { concludePreviousCommit, previousSessionOf } from "./previous-session.ts";
import { workRevised } from "./revised-work.ts";

/** Carries one order out with a session of its own, and records how it ended, whatever happens. */
export const runOrder = async ({ loaded, runId, previous }: OrderTask, context: OrderRunContext): Promise<OrderRun> => {
  const { branch, schedule, config, landing, observer } = context;
  const members = {
    work_order_id: loaded.order.id,
    work_order_sha256: loaded.sha256,
    working_branch: branch,
    schedule,
    config: jsonObject(config),
  };
  const session = await openSession(
    { ...context, kind: "factory", runId, members, previous },
    { ...context, env: context.repo.env },
  );
  const before = previous === null ? null : previousSessionOf(previous, loaded.order.id);
  const base = landing.tip();
  let baseline: string | null = null;
  let lease: Lease | null = null;
  let ending: OrderEnding;
  let standing = loaded;
  try {
    const [beginning] = previous?.journal.events ?? [];
    // The observer is told which order it is that goes on.
    if (beginning !== undefined) observer.event(beginning);
    await session.begin(beginningOf(loaded, base, context), () => session.record("work_order.json", loaded.document));
    const concluded =
      before === null ? null : await concludePreviousCommit(runId, before, { ...context, ledger: session });
    baseline = before?.progress.intent?.from ?? before?.progress.started?.baseline ?? base;
    if (concluded === null) {
      lease = await context.leases.lease(base);
      baseline = base;
      ending = await workIn(lease, loaded, { before, stored: previous }, session, context);
      ({ ending, loaded: standing } = await workRevised(lease.worktree, { ending, loaded }, session, context));
    } else ending = concluded;
  } catch (fault) {
    ending = context.signal.aborted ? { kind: "interrupted", attempts: [] } : { kind: "fault", fault, attempts: [] };
  }
  ending = await limitedByTime(ending, context, session);
  const stopped = ending.kind !== "passed" && ending.kind !== "failed";
  const left = stopped ? ((await lease?.discard()) ?? null) : null;
  if (stopped) await session.makeRoom();
  else lease?.release();
  const run = describeEnding(loaded, { runId, directory: session.directory, ...session.taken() }, ending);
  try {
    const summary = summaryOf(run, ending, { baseline, hint: left?.hint ?? null }, context);
    const said = { ...members, work_order_sha256: standing.sha256 };
    const seal = await session.finish({ verdict: run.verdict, exitCode: run.exitCode, summary, members: said });
    const fault = left === null ? run.fault : `${run.fault ?? ""} ${left.message}: ${left.hint}`.trim();
    return { ...run, seal, fault };
  } catch (fault) {
    session.abandon();
    return { ...run, fault: run.fault ?? `the run's record could not be finished: ${messageOf(fault)}` };
  }
};

/** The journal's first word: with it, and with the order beside it, the run can be gone on with. */
const beginningOf = (
  { order, sha256 }: LoadedOrder,
  baseline: string,
  { branch, schedule, config }: OrderRunContext,
): EventBody => ({
  type: "order_started",
  format: EVENT_FORMAT,
  order: order.id,
  title: order.title,
  work_order_sha256: sha256,
  model: config.llm_model,
  ...{ branch, baseline, schedule, config },
});

const workIn = async (
  lease: Lease,
  loaded: LoadedOrder,
  earlier: Earlier,
  session: Session,
  context: OrderRunContext,
): Promise<OrderEnding> => {
  const { signal, secrets, observer, clock } = context;
  const { directory, emit } = session;
  const place = { directory, signal, secrets, onOutput: observer.output, emit, now: clock.monotonicMs };
  const unready = await lease.setUp(place);
  if (unready === undefined) return carryOutIn(lease.worktree, loaded, earlier, session, context);
  if (unready === null) return { kind: "interrupted", attempts: [] };
  return { kind: "not-set-up", why: unready, attempts: [] };
};

/** An order that was stopped because the time was up ends as at any other limit. */
const limitedByTime = async (
  ending: OrderEnding,
  { timeIsUp }: Pick<OrderRunContext, "timeIsUp">,
  { emit }: Pick<Session, "emit">,
): Promise<OrderEnding> => {
  const reached = ending.kind === "interrupted" ? timeIsUp() : null;
  if (reached === null) return ending;
  try {
    await emit({ type: "limit_reached", ...reached });
  } catch (fault) {
    return { kind: "fault", fault, attempts: [] };
  }
  return { kind: "limited", ...limitInWords(reached), attempts: ending.attempts };
};
