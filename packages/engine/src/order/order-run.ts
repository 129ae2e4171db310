import {
  type Design,
  designSha256,
  EVENT_FORMAT,
  type EventBody,
  jsonObject,
  messageOf,
  nextSpeculation,
} from "@llmch/contract";
import { recordDesign, toldDesign } from "@llmch/planner";
import { filesOf } from "@llmch/workspace";
import { recorderOf } from "../asking/gateway.ts";
import { limitedByTime } from "../asking/time-limit.ts";
import type { Lease } from "../lease/leases.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { OrderTask } from "../schedule/order-task.ts";
import { openSession, type Session } from "../session/session.ts";
import { type Ahead, goAhead, isOfItsTurn } from "./ahead.ts";
import { answersOf } from "./answers.ts";
import { describeEnding, type OrderEnding, type OrderRun } from "./order-ending.ts";
import type { OrderInHand, TurnPlace } from "./order-in-hand.ts";
import { summaryOf } from "./order-record.ts";
import type { OrderRunContext } from "./order-run-context.ts";
import { carryOutIn, landWork, type Turn } from "./order-work.ts";
import { concludePreviousCommit, type Earlier, previousSessionOf } from "./previous-session.ts";
import { recordedSoFar, type WorkedOn, workRevised } from "./revised-work.ts";
import { setUpAgain, setupPlace } from "./set-up.ts";
import { unopenedOrder } from "./unopened-order.ts";
import { answerTo, withAnswer } from "./user-answer.ts";

/** Opens a session of an order's run, or continues the previous one. */
export const openOrder = async (task: OrderTask, context: OrderRunContext): Promise<OrderInHand> => {
  const { loaded, runId, previous } = task;
  const { branch, schedule, config, landing, observer } = context;
  const members = {
    work_order_id: loaded.order.id,
    work_order_sha256: loaded.sha256,
    working_branch: branch,
    schedule,
    config: jsonObject(config),
  };
  let session: Session;
  try {
    session = await openSession(
      { ...context, kind: "factory", runId, members, previous },
      { ...context, env: context.repo.env },
    );
  } catch (fault) {
    // The record of a run-all names the order, so that it can be resumed. A single order's run has no other record.
    if (schedule === null) throw fault;
    return unopenedOrder(task, context, fault);
  }
  const answers = answersOf(session, recorderOf(session, session.recorded, context.listening));
  const recorded = previous === null ? null : await previousSessionOf(previous, loaded.order.id);
  const said = answerTo(recorded, task.answer);
  const before = recorded === null || said === null ? recorded : withAnswer(recorded, said);
  const earlier = { before, stored: previous };
  let speculations = previous === null ? 1 : nextSpeculation(previous.journal.all);
  const began = landing.tip();
  let fault: { readonly value: unknown } | null = null;
  try {
    const [beginning] = previous?.journal.events ?? [];
    // Tells the observer which order is resumed.
    if (beginning !== undefined) observer.event(beginning);
    // The orders of a run-all follow the design in that run's record.
    const given = schedule === null ? context.design.given : null;
    const orders = async () => {
      await session.record("work_order.json", loaded.document);
      if (given !== null) await recordDesign(given, session);
    };
    await session.begin(beginningOf(loaded, began, given, context), orders);
    if (given !== null && previous === null)
      await session.emit({ type: "designed", ...toldDesign(given), attempts: 0 });
    if (said !== null) await session.emit({ type: "user_answered", ...said });
  } catch (value) {
    fault = { value };
  }

  const conclude = async (
    ending: OrderEnding,
    standing: LoadedOrder,
    baseline: string | null,
    lease: Lease | null,
  ): Promise<OrderRun> => {
    const stopped = ending.kind !== "passed" && ending.kind !== "failed";
    const left = stopped ? ((await lease?.discard()) ?? null) : null;
    if (stopped) await session.makeRoom();
    else lease?.release();
    const run = describeEnding(loaded, { runId, directory: session.directory, ...session.taken() }, ending);
    try {
      const summary = summaryOf(run, ending, { baseline, hint: left?.hint ?? null }, context);
      const said = { ...members, work_order_sha256: standing.sha256 };
      const seal = await session.finish({ verdict: run.verdict, exitCode: run.exitCode, summary, members: said });
      const trouble = left === null ? run.fault : `${run.fault ?? ""} ${left.message}: ${left.hint}`.trim();
      return { ...run, seal, fault: trouble };
    } catch (trouble) {
      session.abandon();
      return { ...run, fault: run.fault ?? `the run's record could not be finished: ${messageOf(trouble)}` };
    }
  };

  return {
    task,
    goAhead: async (view) => {
      if (fault !== null || before?.progress.intent != null) return null;
      return goAhead({ loaded, earlier, session, answers, number: speculations++, view }, context);
    },
    finish: async (place, ahead) => {
      const base = landing.tip();
      let baseline: string | null = null;
      let lease: Lease | null = null;
      let ending: OrderEnding;
      let standing = loaded;
      try {
        if (fault !== null) throw fault.value;
        const concluded =
          before === null ? null : await concludePreviousCommit(runId, before, { ...context, ledger: session });
        baseline = before?.progress.intent?.from ?? before?.progress.started?.baseline ?? base;
        if (concluded === null) {
          baseline = base;
          const done = ahead === null ? null : await takeUpAhead(ahead, place, loaded, session, context);
          if (done !== null && done.kind !== "paused") ending = done;
          else {
            lease = await context.leases.lease(base);
            const now = done === null ? earlier : await recordedSoFar(session, context.artifactsRoot, loaded);
            const held = lease;
            const turn = {
              ...place,
              setUp: () => setUpAgain(held, setupPlace(session.emit, session.directory, context)),
              ...(place.over === null ? {} : { view: await place.over(lease.worktree) }),
              model: context.modelFor(answers.recorder),
              recorder: answers.recorder,
            };
            const begun = await workIn(lease, loaded, now, turn, session, context);
            ({ ending, loaded: standing } = await workRevised(
              lease.worktree,
              { ending: begun, loaded },
              turn,
              session,
              context,
            ));
          }
        } else ending = concluded;
      } catch (value) {
        ending = context.signal.aborted
          ? { kind: "interrupted", attempts: [] }
          : { kind: "fault", fault: value, attempts: [] };
      }
      ending = await limitedByTime(ending, context.timeIsUp(), session).catch(
        (fault: unknown): OrderEnding => ({ kind: "fault", fault, attempts: [] }),
      );
      return conclude(ending, standing, baseline, lease);
    },
    stop: () => conclude({ kind: "interrupted", attempts: [] }, loaded, began, null),
  };
};

/** Adopts work done ahead of an order's turn if its turn would have had the same result, and lands it if it passed. */
const takeUpAhead = async (
  ahead: Ahead,
  { red }: Pick<TurnPlace, "red">,
  loaded: LoadedOrder,
  session: Session,
  context: OrderRunContext,
): Promise<OrderEnding | { readonly kind: "paused" } | null> => {
  const { landing, repo } = context;
  const tip = landing.tip();
  const ending = await ahead.ended;
  const { outcome } = ending;
  if (outcome === null || !isOfItsTurn(ending, await repo.trees.hashOf(tip), red)) {
    await ahead.forget();
    return null;
  }
  await ahead.adopt();
  if (outcome.kind === "failed") return outcome;
  if (outcome.kind !== "candidate") return { kind: "paused" };
  const place = {
    trackedFiles: async () => filesOf(await repo.trees.entriesOf(tip)),
    // The worktree that it was made in holds other work by this time.
    advance: async () => {},
    reset: async () => {},
  };
  return landWork({ ...outcome.candidate, base: tip }, outcome.attempts, loaded, place, session, context);
};

/** The journal's first event: with it and the order's document, the run can be resumed. */
const beginningOf = (
  { order, sha256 }: LoadedOrder,
  baseline: string,
  design: Design | null,
  { branch, schedule, config }: OrderRunContext,
): EventBody => ({
  type: "order_started",
  format: EVENT_FORMAT,
  order: order.id,
  title: order.title,
  work_order_sha256: sha256,
  model: config.llm_model,
  ...{ branch, baseline, schedule, config },
  ...(design === null ? {} : { design_sha256: designSha256(design) }),
});

const workIn = async (
  lease: Lease,
  loaded: LoadedOrder,
  earlier: Earlier,
  turn: Turn,
  session: Session,
  context: OrderRunContext,
): Promise<WorkedOn> => {
  const unready = await lease.setUp(setupPlace(session.emit, session.directory, context));
  if (unready === undefined) return carryOutIn(lease.worktree, loaded, earlier, turn, session, context);
  if (unready === null) return { kind: "interrupted", attempts: [] };
  return { kind: "not-set-up", why: unready, attempts: [] };
};
