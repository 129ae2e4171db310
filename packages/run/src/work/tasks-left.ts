import { join } from "node:path";
import type { AttemptLimit, Steering } from "@llmch/config";
import type { RunConfig } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { leavesRevisionDue, orderProgress } from "@llmch/factory";
import { isBegun, type LoadedOrder, verdictOf } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { newTask, type OrderTask } from "../order/order-task.ts";
import type { Prepared } from "../preflight/preflight.ts";

/** What is left to do in a schedule, and in which runs: the history says what is done, the journal which run worked on it. */
export const tasksOf = async (
  stored: StoredRun,
  orders: readonly LoadedOrder[],
  { skipped }: Pick<Prepared, "skipped">,
  byHand: readonly StoredRun[],
): Promise<Result<readonly OrderTask[], Refusal>> => {
  const begun = new Map<string, string>();
  for (const event of stored.journal.events) {
    if (event.type === "order_run_started") begun.set(event.order, event.run);
    if (event.type === "order_run_ended" && event.verdict === "PASS") begun.delete(event.order);
  }
  const done = new Set(skipped.map(({ order }) => order.id));
  for (const { journal } of byHand) {
    const [beginning] = journal.events;
    if (beginning?.type === "order_started") begun.delete(beginning.order);
  }
  const tasks: OrderTask[] = [];
  for (const loaded of orders) {
    const runId = begun.get(loaded.order.id);
    if (runId === undefined) {
      if (!done.has(loaded.order.id)) tasks.push(newTask(loaded));
      continue;
    }
    const previous = await readStoredRun(join(stored.directory, "..", ".."), "factory", runId);
    const isNew = previous.ok ? !isBegun(previous.value.journal.events) : previous.issues[0].kind === "empty";
    if (isNew) tasks.push(newTask(loaded));
    else if (previous.ok && verdictOf(previous.value.journal.events) === "PASS") {
      // It passed, but the process died before the schedule's journal recorded it.
      if (!done.has(loaded.order.id)) tasks.push(newTask(loaded));
    } else if (previous.ok) tasks.push({ loaded, runId, previous: previous.value });
    else {
      const message = `the journal of ${loaded.order.id}'s run ${runId} is damaged: ${previous.issues[0].message}`;
      return rejected(refusal("not-resumable", message, "start anew: `llmch run-all` with the same --branch"));
    }
  }
  return accepted(tasks);
};

/** What is left to do as its user says: without the orders that are left out, by now or before, and with a brief for the one that failed. */
export const steeredTasks = (
  { journal: { events } }: StoredRun,
  tasks: readonly OrderTask[],
  { brief, skip = [] }: Pick<Steering, "brief" | "skip">,
): Result<{ readonly pending: readonly OrderTask[]; readonly leftOut: readonly string[] }, Refusal> => {
  const ids = tasks.map(({ loaded }) => loaded.order.id);
  const stray = skip.find((id) => !ids.includes(id));
  if (stray !== undefined || (skip.length > 0 && events[0]?.type !== "schedule_started")) {
    const message = `the run has no order ${printable(stray ?? "")} that could be left out`;
    return rejected(refusal("usage", message, `it still has to carry out ${ids.join(", ")}`));
  }
  const leftOut = [...events.flatMap((event) => (event.type === "order_skipped" ? [event.order] : [])), ...skip];
  const pending = tasks.filter(({ loaded }) => !leftOut.includes(loaded.order.id));
  if (brief === undefined) return accepted({ pending, leftOut });
  const at = pending.findIndex(({ previous }) => previous !== null && attemptsOf(previous) > 0);
  if (at < 0)
    return rejected(refusal("usage", "no order has failed an attempt that words could follow", "leave --brief out"));
  return accepted({ pending: pending.map((task, index) => (index === at ? { ...task, brief } : task)), leftOut });
};

/** Orders that passed in a previous session but are missing from the branch's history. */
export const lostOrders = (stored: StoredRun, { skipped }: Pick<Prepared, "skipped">): readonly string[] => {
  const done = new Set(skipped.map(({ order }) => order.id));
  const passed = stored.journal.events.flatMap((event) =>
    event.type === "order_run_ended" && event.verdict === "PASS" ? [event.order] : [],
  );
  return passed.filter((id) => !done.has(id));
};

/** The attempt limit for this session, for an order that has used `used` attempts. */
export const attemptsAllowed = (
  config: Pick<RunConfig, "max_attempts">,
  limit: AttemptLimit | undefined,
  used: number,
): number => {
  if (limit === undefined) return config.max_attempts;
  return limit.kind === "in-all" ? limit.count : Math.max(config.max_attempts, used) + limit.count;
};

/** The number of failed attempts of the order that has used the most. */
export const attemptsUsed = (tasks: readonly OrderTask[]): number =>
  Math.max(0, ...tasks.map(({ previous }) => (previous === null ? 0 : attemptsOf(previous))));

/**
 * Refuses an order that may not try again; null if it may. An unfinished commit is looked into first, and a due revision is asked for
 * first.
 */
export const exhausted = (
  tasks: readonly OrderTask[],
  allowed: number,
  { factory, triage }: Pick<Settings, "factory" | "triage">,
  hint: string,
): Refusal | null => {
  const [first] = tasks;
  if (first === undefined || first.previous === null) return null;
  const progress = orderProgress(first.previous.journal.events);
  const used = attemptsOf(first.previous);
  if (progress.intent !== null || used < allowed) return null;
  const asking = triage.orders ? { triage } : {};
  if (leavesRevisionDue(progress, { escalation: factory.escalation, ...asking })) return null;
  const message = `${first.loaded.order.id} has used its ${used} attempts`;
  return refusal("attempts-used", message, `give it more: \`${hint}\``);
};

/** How many attempts have failed at an order in its current form. */
const attemptsOf = ({ journal }: StoredRun): number => {
  const { next, before } = orderProgress(journal.events);
  return next - 1 - before;
};
