import { join } from "node:path";
import type { Examined, Need } from "@llmch/contract";
import type { PlanVerdict } from "@llmch/factory";
import { runSpending } from "@llmch/story";
import { EXIT } from "@llmch/text";
import { tryEarly } from "../order/early.ts";
import { type OpenOrder, openOrder } from "../order/open-order.ts";
import { leaveOpen, order } from "../order/order.ts";
import { describeEnding, type OrderRun } from "../order/order-ending.ts";
import type { OrderTask } from "../order/order-task.ts";
import { type OrderPorts, portsFor } from "../order/ports.ts";
import type { OrderRunner } from "../queue/run-queue.ts";
import type { Views } from "./views.ts";

/** What single orders are carried out for. */
interface Given {
  readonly tasks: readonly OrderTask[];
  readonly views: Views;
  /** True if orders are open side by side: then whoever watches is told which one it is. */
  readonly areSeveral: boolean;
  cancel(): void;
}

/** Notified when each order's run begins and ends. */
export interface RunnerListener {
  started(task: OrderTask): Promise<void>;
  ended(run: OrderRun, task: OrderTask): Promise<void>;
  /** The order began before its turn, and the schedule ended before its turn came. */
  stopped(run: OrderRun, task: OrderTask): Promise<void>;
}

/** How a schedule's orders ended, in plan order. */
export interface Executed {
  readonly runs: OrderRun[];
  /** The ids of orders that were skipped because they depend on one that failed. */
  readonly left: string[];
  /** What the whole waits for, after its orders. */
  readonly needs: Need[];
  /** How the plan was judged as a whole. */
  whole: PlanVerdict;
  /** What an examination came to; null if there was none. */
  examined: Examined | null;
}

/** Carries out single orders for the queue, and keeps their runs open from their first question to their end. */
export const openRunner = (
  { tasks, views, areSeveral, cancel }: Given,
  ports: OrderPorts,
  told: RunnerListener,
  done: Executed,
): OrderRunner & { close(): Promise<void> } => {
  const { baselines } = ports.ground;
  const taskOf = new Map(tasks.map((task) => [task.loaded.order.id, task]));
  const portsOf = (id: string): OrderPorts => (areSeveral ? portsFor(id, ports) : ports);
  const runs = new Map<string, Promise<OpenOrder | Unopened>>();
  const open = (id: string): Promise<OpenOrder | Unopened> => {
    const task = taskOf.get(id);
    if (task === undefined) throw new Error(`${id} is not to be carried out`);
    const run = runs.get(id) ?? told.started(task).then(() => openedOrNot(task, portsOf(id)));
    runs.set(id, run);
    return run;
  };
  const ended = async (id: string, opened: OpenOrder | Unopened): Promise<OrderRun> =>
    "why" in opened ? unopenedRun(opened, ports) : order(opened, () => views.inTurn(id), portsOf(id));

  return {
    turn: async (id) => {
      const opened = await open(id);
      const run = await ended(id, opened);
      // Nobody else looks at the start.
      baselines.knowStart([]);
      done.runs.push(run);
      runs.delete(id);
      await told.ended(run, opened.task);
      if (!isPassed(run)) return { kind: "failed", endsAll: run.exitCode !== EXIT.failed };
      return { kind: "landed", version: await views.landed(id) };
    },
    early: async (id, wantsVerdict) => {
      const { at, isCertain } = await views.early(id);
      const opened = await open(id);
      if ("why" in opened) return null;
      const layer = await tryEarly(opened, { at, isCertain, wantsVerdict }, portsOf(id));
      if (layer !== null) views.tried(id, layer);
      return layer?.version ?? null;
    },
    leave: async (id) => {
      done.left.push(id);
    },
    cancel,
    close: async () => {
      baselines.knowStart([]);
      for (const { loaded } of tasks) {
        const opened = await runs.get(loaded.order.id)?.catch(() => null);
        runs.delete(loaded.order.id);
        if (opened == null) continue;
        const run = "why" in opened ? unopenedRun(opened, ports) : await leaveOpen(opened, portsOf(loaded.order.id));
        await told.stopped(run, opened.task);
      }
    },
  };
};

export const isPassed = ({ verdict, fault }: OrderRun): boolean => verdict === "PASS" && fault === null;

/** An order whose run cannot be recorded, as on a full disk. */
interface Unopened {
  readonly task: OrderTask;
  readonly why: unknown;
}

/** The record of a run-all names the order, so that it can be resumed. A single order's run has no other record. */
const openedOrNot = (task: OrderTask, ports: OrderPorts): Promise<OpenOrder | Unopened> =>
  openOrder(task, ports).catch((why: unknown) => {
    if (ports.facts.schedule === null) throw why;
    return { task, why };
  });

/** It ends with that fault before anything is asked, and can be begun again. */
const unopenedRun = (
  { task: { loaded, runId, previous }, why }: Unopened,
  { facts: { artifactsRoot }, watch: { signal } }: OrderPorts,
): OrderRun => {
  const directory = previous?.directory ?? join(artifactsRoot, "factory", runId);
  const spent = runSpending(previous?.journal.events ?? []);
  const ending = signal.aborted ? ({ kind: "interrupted" } as const) : ({ kind: "fault", fault: why } as const);
  return describeEnding(loaded, { runId, directory, spent, durationMs: 0, warnings: [] }, { ...ending, attempts: [] });
};
