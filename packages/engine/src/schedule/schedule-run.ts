import { EVENT_FORMAT, type JsonObject, jsonObject, type RunVerdict } from "@llmch/contract";
import { monotonicClock } from "@llmch/files";
import { createRun, type RunStore, reopenRun } from "@llmch/store";
import { type Spending, spentDocument } from "@llmch/story";
import type { Context } from "../context.ts";
import type { RunObserver } from "../observer.ts";
import type { OrderRun } from "../order/order-ending.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { OrderTask, Schedule } from "./schedule.ts";

/** The run of a `run-all`: it names the runs of its orders, and keeps the orders as they were. */
export interface ScheduleRun {
  readonly runId: string;
  readonly directory: string;
  /** An order's run is about to begin. */
  started(task: OrderTask): Promise<void>;
  ended(run: OrderRun, task: OrderTask): Promise<void>;
  /** Leaves it to be gone on with, after a fault that ended the schedule. */
  abandon(): void;
  /** Writes down how it ended. */
  finish(verdict: RunVerdict, exitCode: number, spent: Spending): Promise<void>;
}

/** Opens `artifacts/run-all/<id>/`, or goes on in it. Everything that a resume needs is there before an order begins. */
export const openSchedule = async (
  { runId, orders, config, previous }: Schedule,
  prepared: Prepared,
  { secrets, version }: Pick<Context, "secrets" | "version">,
  observer: Pick<RunObserver, "event">,
): Promise<ScheduleRun> => {
  const started = monotonicClock.monotonicMs();
  const options = { secrets };
  const store: RunStore =
    previous === null
      ? await createRun(prepared.artifactsRoot, "run-all", runId, options)
      : await reopenRun(previous, options);
  store.subscribe(observer.event);
  const { branch, baseline } = prepared;
  const runJson: JsonObject = {
    run_id: runId,
    tool: "run-all",
    version,
    started_at_utc: previous?.journal.events[0]?.ts ?? new Date().toISOString(),
    finished_at_utc: null,
    success: null,
    working_branch: branch,
    config: jsonObject(config),
  };
  await store.writeRunJson(runJson);
  if (previous === null) {
    for (const { order, document } of orders) await store.record(`${ORDERS_FOLDER}/${order.id}.json`, document);
    await store.settle();
    await store.emit({
      type: "schedule_started",
      format: EVENT_FORMAT,
      branch,
      baseline,
      orders: orders.map(({ order, sha256 }) => ({ order: order.id, sha256 })),
      skipped: prepared.skipped.map(({ order }) => order.id),
      config,
    });
  } else {
    await store.emit({ type: "resumed", format: EVENT_FORMAT, from_seq: previous.journal.events.length - 1 });
  }
  const ended: OrderRun[] = [];
  return {
    runId,
    directory: store.directory,
    started: ({ loaded, runId: run }: OrderTask) =>
      store.emit({ type: "order_run_started", order: loaded.order.id, run }),
    ended: async (run) => {
      ended.push(run);
      const { runId: id, orderId: order, verdict, exitCode: exit_code, commit, seal } = run;
      await store.emit({ type: "order_run_ended", order, run: id, verdict, exit_code, commit, seal });
    },
    abandon: store.abandon,
    finish: async (verdict, exitCode, spent) => {
      await store.record("run_summary.json", {
        run_id: runId,
        verdict,
        exit_code: exitCode,
        working_branch: branch,
        baseline_commit: baseline,
        skipped: prepared.skipped.map(({ order }) => order.id),
        orders: ended.map((run) => ({
          work_order_id: run.orderId,
          run_id: run.runId,
          verdict: run.verdict,
          attempts: run.attempts.length,
          commit: run.commit,
        })),
        config: jsonObject(config),
        spent: spentDocument(spent),
      });
      await store.writeRunJson({ ...runJson, finished_at_utc: new Date().toISOString(), success: verdict === "PASS" });
      await store.settle();
      const duration_ms = Math.round(monotonicClock.monotonicMs() - started);
      await store.emit({ type: "run_finished", verdict, exit_code: exitCode, duration_ms });
      await store.close();
    },
  };
};

/** Where a schedule's run keeps the orders, below its directory. */
export const ORDERS_FOLDER = "orders";
