import type { RunEvent, RunVerdict } from "@llmch/contract";
import { spendingOf, spentTogether } from "../spending.ts";
import type { Spending } from "../story.ts";
import { type LiveCompile, type LiveOrder, type LiveState, type LiveWork, NOT_BEGUN, stateOf } from "./live-state.ts";

/** The state after an event. Events may belong to several runs: a `run-all` and its orders. Never throws. */
export const advanceLive = (state: LiveState, event: RunEvent): LiveState => {
  const at = timeOf(event);
  const next = withSpending(state, event);
  if (next.compile !== null) return { ...next, compile: advanceCompile(next.compile, event, at) };
  switch (event.type) {
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
    default:
      return { ...next, orders: next.orders.map((order) => advanceOrder(order, event, at)) };
  }
};

const begun = (run: string, at: number) => ({ ...NOT_BEGUN, state: "running", run, started_at: at }) as const;

/** Changes an order. Adds one that the outline does not know. */
const withOrder = (
  state: LiveState,
  id: string,
  title: string | null,
  change: (order: LiveOrder) => LiveOrder,
): LiveState => {
  const isKnown = state.orders.some(({ order }) => order === id);
  const added: LiveOrder = { ...NOT_BEGUN, order: id, title: title ?? "", state: "waiting", run: null };
  const orders = isKnown ? state.orders : [...state.orders, added];
  return { ...state, orders: orders.map((order) => (order.order === id ? change(order) : order)) };
};

const advanceOrder = (order: LiveOrder, event: RunEvent, at: number): LiveOrder => {
  if (order.state !== "running" || order.run !== event.run_id) return order;
  return event.type === "run_finished" ? ended(order, event.verdict, at) : advanceWork(order, event, at);
};

const ended = (order: LiveOrder, verdict: RunVerdict, at: number): LiveOrder => ({
  ...order,
  state: stateOf(verdict),
  step: null,
  doing: null,
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
  switch (event.type) {
    // The time of an earlier process does not count.
    case "resumed":
      return { ...work, started_at: at };
    case "attempt_started":
    case "compile_attempt_started":
      return { ...work, attempt: event.attempt, max_attempts: event.max_attempts, step: null, doing: null };
    case "step_started":
      return { ...work, step: event.step, doing: null };
    case "model_asked":
      return { ...work, doing: { kind: "asking", since: at } };
    case "model_retried":
      return { ...work, doing: { kind: "waiting", reason: event.reason, until: at + event.wait_ms } };
    case "model_answered":
    case "model_failed":
      return withSpending({ ...work, doing: null }, event);
    case "command_started":
      return { ...work, doing: { kind: "command", command: commandInWords(event), since: at } };
    case "setup_started": {
      const command = event.cached ? "setup, from the cache" : `setup: ${event.commands.join("; ")}`;
      return { ...work, doing: { kind: "command", command, since: at } };
    }
    case "setup_finished":
    case "baseline_verified":
    case "answer_reused":
    case "command_finished":
    case "step_finished":
    case "attempt_failed":
      return { ...work, doing: null };
    default:
      return work;
  }
};

const withSpending = <Spender extends { readonly spending: Spending }>(spender: Spender, event: RunEvent): Spender =>
  event.type === "model_answered" || event.type === "model_failed"
    ? { ...spender, spending: spentTogether([spender.spending, spendingOf(event)]) }
    : spender;

/** A label of the run's own clock; 0 if it cannot be read. */
const timeOf = ({ ts }: RunEvent): number => {
  const time = Date.parse(ts);
  return Number.isNaN(time) ? 0 : time;
};

/** A command with what it runs for, if that is not the attempt's own verdict. */
const commandInWords = ({ phase, command, again }: Extract<RunEvent, { readonly type: "command_started" }>): string =>
  `${phase.startsWith("baseline") ? "before the order: " : ""}${command}${again === true ? ", once more" : ""}`;
