import { buildState } from "@llmch/build/machine";
import type { RunEvent, RunVerdict } from "@llmch/contract";
import { commandLine } from "@llmch/text";
import type { EventOf } from "../journal.ts";
import { spendingOf, spentTogether } from "../spending.ts";
import { stateAfter } from "../stopped-at.ts";
import type { Spending } from "../stories/spending.ts";
import {
  type LiveBuild,
  type LiveCompile,
  type LiveDoing,
  type LiveOrder,
  type LiveState,
  type LiveWork,
  NOT_BEGUN,
  ofStep,
  outlined,
} from "./live-state.ts";

/** The state after an event. Events may belong to several runs: a `run-all` and its orders, a build and its steps. Never throws. */
export const advanceLive = (state: LiveState, event: RunEvent): LiveState => {
  const at = timeOf(event);
  const { build } = state;
  if (build !== null) {
    const isOwn = build.run === null || build.run === event.run_id;
    if (isOwn) return withSpending(advanceBuild(state, build, event, at), event);
    return { ...advanceLive({ ...state, build: null }, event), build, isResumed: false };
  }
  const next = withSpending(event.type === "resumed" ? { ...state, isResumed: true } : state, event);
  if (next.compile !== null) return { ...next, compile: advanceCompile(next.compile, event, at) };
  switch (event.type) {
    case "schedule_started":
      return withSchedule(next, event);
    case "order_run_started":
      return withOrder(next, event.order, null, (order) => ({ ...order, ...begun(event.run, at) }));
    case "order_started":
      return withOrder(next, event.order, event.title, (order) => ({
        ...order,
        ...begun(event.run_id, at),
        title: event.title,
      }));
    case "order_run_ended":
      return withOrder(next, event.order, null, (order) => ended(order, event.verdict, at));
    case "plan_judged":
      return withOrder(next, WHOLE, null, (whole) => ended(whole, event.brief === null ? "PASS" : "FAIL", at));
    case "command_started":
      if (event.phase === "plan_acceptance")
        return withOrder(next, WHOLE, "what holds once all orders have landed", (whole) =>
          advanceWork(whole.run === event.run_id ? whole : { ...whole, ...begun(event.run_id, at) }, event, at),
        );
      return { ...next, orders: next.orders.map((order) => advanceOrder(order, event, at)) };
    default:
      return { ...next, orders: next.orders.map((order) => advanceOrder(order, event, at)) };
  }
};

/** The state after an event of the build's own. */
const advanceBuild = (state: LiveState, before: LiveBuild, event: RunEvent, at: number): LiveState => {
  const events = [...before.events, event];
  const stands = buildState(events);
  const work = advanceWork(before, event, at);
  const build = {
    ...work,
    run: event.run_id,
    events,
    stands,
    ...(event.type === "model_asked" ? { started_at: at } : {}),
  };
  return { ...state, build, ...(stands.begun === before.stands.begun ? {} : ofStep(stands)) };
};

/** In place of an order's id. */
const WHOLE = "the whole";

const begun = (run: string, at: number) =>
  ({ ...NOT_BEGUN, state: "running", run, ahead: [], started_at: at }) as const;

/** A watcher in another process learns here which orders there are, and how many may be open at once. */
const withSchedule = (state: LiveState, { config, orders, skipped }: EventOf<"schedule_started">): LiveState => {
  const jobs = config.jobs ?? 1;
  // One that begins anew has other orders.
  const isKnown = orders.map(({ order }) => order).join() === state.orders.map(({ order }) => order).join();
  if (isKnown) return { ...state, jobs: Math.max(state.jobs, jobs) };
  return {
    ...{ ...state, jobs },
    orders: orders.map(({ order }) => outlined({ order, title: "", skipped: skipped.includes(order) })),
  };
};

/** Changes an order. Adds one that the outline does not know. */
const withOrder = (
  state: LiveState,
  id: string,
  title: string | null,
  change: (order: LiveOrder) => LiveOrder,
): LiveState => {
  const isKnown = state.orders.some(({ order }) => order === id);
  const orders = isKnown
    ? state.orders
    : [...state.orders, outlined({ order: id, title: title ?? "", skipped: false })];
  return { ...state, orders: orders.map((order) => (order.order === id ? change(order) : order)) };
};

const advanceOrder = (waiting: LiveOrder, event: RunEvent, at: number): LiveOrder => {
  if (waiting.state !== "running" || waiting.run !== event.run_id) return waiting;
  const order = withoutWait(waiting, at);
  switch (event.type) {
    case "run_finished":
      return ended(order, event.verdict, at);
    case "resumed":
      return { ...advanceWork(order, event, at), ahead: [] };
    case "speculation_started":
      return { ...order, ahead: [...order.ahead, event.speculation ?? 0] };
    case "speculation_ended": {
      const ahead = order.ahead.filter((number) => number !== event.speculation);
      if (ahead.length > 0) return { ...order, ahead };
      return { ...order, ahead, attempt: 0, step: null, doing: { kind: "turn", of: "order", since: at } };
    }
    default: {
      const next = advanceWork(order, event, at);
      // An attempt whose order is divided continues through its children's attempts.
      if (event.child !== undefined) {
        const { doing, spending } = next;
        return { ...order, doing, spending };
      }
      return waitingIfAhead(next, event, at);
    }
  }
};

/** An order that no work is done for, since its turn has not come, has a clock that stands still. */
const withoutWait = (order: LiveOrder, at: number): LiveOrder => {
  const { doing, ahead, started_at } = order;
  if (doing?.kind !== "turn" || ahead.length > 0 || started_at === null) return order;
  return { ...order, doing: null, started_at: started_at + Math.max(0, at - doing.since) };
};

/** Work ahead of its turn stops before the gates, and again when it can only be judged in its turn. */
const waitingIfAhead = (order: LiveOrder, event: RunEvent, at: number): LiveOrder => {
  if (order.ahead.length === 0) return order;
  const isProposed = event.type === "step_finished" && event.ok && event.step === "validate";
  const isJudged =
    event.type === "attempt_failed" || (event.type === "step_finished" && event.ok && event.step === "accept");
  if (!isProposed && !isJudged) return order;
  return { ...order, doing: { kind: "turn", of: isProposed ? "gates" : "order", since: at } };
};

const ended = (order: LiveOrder, verdict: RunVerdict, at: number): LiveOrder => ({
  ...order,
  state: stateAfter(verdict, null),
  step: null,
  doing: null,
  ahead: [],
  ended_at: order.ended_at ?? at,
});

const advanceCompile = (compile: LiveCompile, event: RunEvent, at: number): LiveCompile => {
  if (event.type === "run_finished") return { ...compile, doing: null, ended_at: at };
  const next = advanceWork({ ...compile, started_at: compile.started_at ?? at }, event, at);
  if (event.type !== "compile_attempt_judged") return next;
  const { attempt, errors, warnings } = event;
  const judged = [...compile.judged, { attempt, errors: errors.length, warnings: warnings.length }];
  return { ...next, doing: null, judged };
};

/** The progress of an attempt at an order or a plan. */
const advanceWork = <Work extends LiveWork>(work: Work, event: RunEvent, at: number): Work => {
  const doing = doingAfter(event, at);
  const changed = doing === undefined ? {} : { doing };
  return withSpending({ ...work, ...placeAfter(event, at), ...changed }, event);
};

/** The change that an event makes to a work's place in its attempts, if any. */
const placeAfter = (
  event: RunEvent,
  at: number,
): Partial<Pick<LiveWork, "started_at" | "attempt" | "max_attempts" | "step">> => {
  switch (event.type) {
    // The time of an earlier process does not count.
    case "resumed":
      return { started_at: at };
    case "attempt_started":
    case "compile_attempt_started":
      return { attempt: event.attempt, max_attempts: event.max_attempts, step: null };
    case "step_started":
      return { step: event.step };
    default:
      return {};
  }
};

const withSpending = <Spender extends { readonly spending: Spending }>(spender: Spender, event: RunEvent): Spender =>
  event.type === "model_answered" || event.type === "model_failed"
    ? { ...spender, spending: spentTogether([spender.spending, spendingOf(event)]) }
    : spender;

/** A label from the run's own clock; 0 if it cannot be read. */
const timeOf = ({ ts }: RunEvent): number => {
  const time = Date.parse(ts);
  return Number.isNaN(time) ? 0 : time;
};

/** The activity after an event; undefined if the event does not say. */
const doingAfter = (event: RunEvent, at: number): LiveDoing | null | undefined => {
  switch (event.type) {
    case "model_asked":
      return { kind: "asking", since: at };
    case "model_retried":
      return { kind: "waiting", reason: event.reason, until: at + event.wait_ms };
    case "command_started":
      return { kind: "command", command: commandInWords(event), since: at };
    case "setup_started": {
      const command = event.cached ? "setup, from the cache" : `setup: ${event.commands.map(commandLine).join("; ")}`;
      return { kind: "command", command, since: at };
    }
    case "attempt_started":
    case "compile_attempt_started":
    case "step_started":
    case "model_answered":
    case "model_failed":
    case "setup_finished":
    case "baseline_verified":
    case "answer_reused":
    case "command_finished":
    case "step_finished":
    case "attempt_failed":
      return null;
    default:
      return undefined;
  }
};

/** A command, with its purpose if that is not the attempt's own verdict. */
const commandInWords = ({ phase, command, again }: Extract<RunEvent, { readonly type: "command_started" }>): string =>
  `${phase.startsWith("baseline") ? "before the order: " : ""}${commandLine(command)}${again === true ? ", once more" : ""}`;
