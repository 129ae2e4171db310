import { type Design, designSha256, EVENT_FORMAT, type EventBody, nextSpeculation } from "@llmch/contract";
import { monotonicClock } from "@llmch/files";
import type { Recorder } from "@llmch/models";
import { recordDesign, toldDesign } from "@llmch/planner";
import { type LoadedOrder, openSession, recorderOf, type Session } from "@llmch/records";
import { type JsonObject, jsonObject } from "@llmch/text";
import { answersOf } from "./answers.ts";
import type { OrderTask } from "./order-task.ts";
import type { OrderPorts, RunFacts } from "./ports.ts";
import { type Earlier, previousSessionOf, recordedSoFar } from "./previous-session.ts";

/** An order whose run is open in this process, until it is closed. */
export interface OpenOrder {
  readonly task: OrderTask;
  readonly session: Session;
  /** What `run.json` says of it. */
  readonly members: JsonObject;
  /** Records the calls of its run. */
  readonly answers: Recorder;
  readonly earlier: Earlier;
  /** Why it cannot be carried out although its run is open; null if it can. */
  readonly fault: { readonly value: unknown } | null;
  nextSpeculation(): number;
}

/** Opens a session of an order's run, or continues the previous one. Throws if its directory cannot be made. */
export const openOrder = async (task: OrderTask, ports: OrderPorts): Promise<OpenOrder> => {
  const { loaded, runId, previous, brief } = task;
  const { facts, models, ground, watch } = ports;
  const members = {
    work_order_id: loaded.order.id,
    work_order_sha256: loaded.sha256,
    working_branch: facts.branch,
    schedule: facts.schedule,
    config: jsonObject(facts.config),
  };
  const { artifactsRoot, version, secrets, asked } = facts;
  const session = await openSession(
    { artifactsRoot, version, kind: "factory", runId, members, asked, previous },
    { secrets, clock: monotonicClock, now: () => new Date(), env: ground.repo.env, observer: watch },
  );
  const before = previous === null ? null : await previousSessionOf(previous, loaded.order.id);
  const earlier = { before, stored: previous };
  let speculations = previous === null ? 1 : nextSpeculation(previous.journal.all);
  const opened = {
    ...{ task, session, members, earlier },
    answers: answersOf(session, recorderOf(session, session.recorded, watch)),
    nextSpeculation: () => speculations++,
  };
  try {
    const [beginning] = previous?.journal.events ?? [];
    // Tells the observer which order is resumed.
    if (beginning !== undefined) watch.event(beginning);
    // The orders of a run-all follow the design in that run's record.
    const given = facts.schedule === null ? models.design.given : null;
    await session.begin(beginningOf(loaded, ground.landing.tip(), given, facts), async () => {
      // The run that it is a part of has its own copy, which a resumed one reads.
      await session.record("work_order.json", loaded.document, facts.schedule === null);
      if (given !== null) await recordDesign(given, session);
    });
    if (given !== null && previous === null)
      await session.emit({ type: "designed", ...toldDesign(given), attempts: 0 });
    if (brief === undefined || before === null) return { ...opened, fault: null };
    await session.emit({ type: "user_answered", attempt: before.progress.next - 1, text: brief });
    return { ...opened, earlier: await recordedSoFar(session, artifactsRoot, loaded), fault: null };
  } catch (value) {
    return { ...opened, fault: { value } };
  }
};

/** The journal's first event: with it and the order's document, the run can be resumed. */
const beginningOf = (
  { order, sha256 }: LoadedOrder,
  baseline: string,
  design: Design | null,
  { branch, schedule, config, isolation }: RunFacts,
): EventBody => ({
  type: "order_started",
  format: EVENT_FORMAT,
  order: order.id,
  title: order.title,
  work_order_sha256: sha256,
  model: config.llm_model,
  ...{ branch, baseline, schedule, config },
  ...(design === null ? {} : { design_sha256: designSha256(design) }),
  // Of its orders, a run-all tells it.
  ...(schedule === null ? { isolation } : {}),
});
