import { dirname, join } from "node:path";
import type { RunConfig, RunEvent } from "@llmch/contract";
import { openRepository, resolveArtifactsRoot, type StoredRun } from "@llmch/host";
import type { Surroundings } from "../main.ts";
import type { FactoryOptions, ResumeOptions } from "../options.ts";
import { type LoadedOrder, loadOrderDirectory, loadOrderFile } from "../orders/load-orders.ts";
import { type Outcome, refused } from "../outcome.ts";
import { findRun } from "../resume/find-run.ts";
import { listUnfinished } from "../resume/list.ts";
import { attemptsAllowed, attemptsUsed, exhausted, tasksOf } from "../resume/resumption.ts";
import type { OrderTask } from "../run/execution.ts";
import { preflight } from "../run/preflight.ts";
import { optionsOf } from "../run/run-config.ts";
import { runSchedule } from "../run/schedule.ts";
import { ORDERS_FOLDER } from "../run/schedule-run.ts";
import { runSingle } from "../run/single.ts";

type Beginning = Extract<RunEvent, { readonly type: "order_started" | "schedule_started" }>;

/**
 * `llmch resume`: goes on with a run from its last safe step, in its own directory. What a model answered is used again; an
 * order that the branch already holds is only concluded.
 */
export const resume = async (options: ResumeOptions, surroundings: Surroundings): Promise<Outcome> => {
  const root = resolveArtifactsRoot(options.artifactsDir, surroundings.env, surroundings.cwd);
  if (options.list) return listUnfinished(root);
  const found = findRun(root, options.run);
  if (!found.ok) return refused(found.issues);
  const stored = found.value;
  const [beginning] = stored.journal.events;
  if (beginning?.type === "schedule_started") return resumeSchedule(stored, beginning, options, surroundings);
  if (beginning?.type === "order_started") return resumeOrder(stored, beginning, options, surroundings);
  throw new Error(`the run ${stored.runId} begins with ${beginning?.type}`);
};

const resumeOrder = async (
  stored: StoredRun,
  beginning: Beginning,
  options: ResumeOptions,
  surroundings: Surroundings,
): Promise<Outcome> => {
  const loaded = await loadOrderFile(join(stored.directory, "work_order.json"));
  if (!loaded.ok) return refused(loaded.issues);
  const task: OrderTask = { loaded: loaded.value, runId: stored.runId, earlier: stored };
  const config = configNow(beginning.config, options, [task]);
  const denied = exhausted([task], config.max_attempts, stored.runId);
  if (denied !== null) return refused([denied]);
  const prepared = await prepare(stored, beginning, config, [loaded.value], options, surroundings);
  if (!prepared.ok) return refused(prepared.issues);
  return runSingle("resume", task, prepared.value, config, surroundings);
};

const resumeSchedule = async (
  stored: StoredRun,
  beginning: Beginning,
  options: ResumeOptions,
  surroundings: Surroundings,
): Promise<Outcome> => {
  const loaded = await loadOrderDirectory(join(stored.directory, ORDERS_FOLDER));
  if (!loaded.ok) return refused(loaded.issues);
  const orders = loaded.value;
  const prepared = await prepare(
    stored,
    beginning,
    configNow(beginning.config, options, []),
    orders,
    options,
    surroundings,
  );
  if (!prepared.ok) return refused(prepared.issues);
  const tasks = tasksOf(stored, orders, prepared.value);
  const config = configNow(beginning.config, options, tasks.ok ? tasks.value : []);
  const denied = tasks.ok ? exhausted(tasks.value, config.max_attempts, stored.runId) : tasks.issues[0];
  if (!tasks.ok || denied !== null) {
    prepared.value.lock.release();
    return refused(denied === null ? [] : [denied]);
  }
  await warnOfChanges(beginning.config, orders, surroundings);
  const schedule = { command: "resume", runId: stored.runId, orders, tasks: tasks.value, config, earlier: stored };
  return runSchedule(schedule, prepared.value, surroundings);
};

/** What holds from now on: as recorded, but for what this command line says. */
const configNow = (config: RunConfig, options: ResumeOptions, tasks: readonly OrderTask[]): RunConfig => ({
  ...config,
  max_attempts: attemptsAllowed(config, options.maxAttempts, attemptsUsed(tasks)),
  stop_on_repeat: config.stop_on_repeat || options.stopOnRepeat,
  replay: options.replay ?? config.replay,
  replay_strict: config.replay_strict || options.replayStrict,
});

const prepare = async (
  stored: StoredRun,
  { branch, baseline }: Beginning,
  config: RunConfig,
  orders: readonly LoadedOrder[],
  common: ResumeOptions,
  surroundings: Surroundings,
): ReturnType<typeof preflight> => {
  const repo = await openRepository(config.repo, surroundings.env);
  if (!repo.ok) return repo;
  // Where the branch is there, its tip is the baseline; else it is made where it was going to be.
  const start = (await repo.value.branchTip(branch)) === null ? baseline : null;
  const options: FactoryOptions = optionsOf(config, common, { branch, baseline: start });
  const isSchedule = stored.tool === "run-all";
  const ordersDirectory = isSchedule ? config.orders : dirname(config.orders);
  return preflight({ orders, ordersDirectory, options, runId: stored.runId, skipDone: isSchedule }, surroundings);
};

/** The orders are carried out as they were; whoever changed one meanwhile is told what takes the change. */
const warnOfChanges = async (
  config: RunConfig,
  orders: readonly LoadedOrder[],
  { console }: Surroundings,
): Promise<void> => {
  const now = await loadOrderDirectory(config.orders);
  if (!now.ok) return;
  for (const { order, sha256 } of orders) {
    const changed = now.value.find((other) => other.order.id === order.id);
    if (changed === undefined || changed.sha256 === sha256) continue;
    console.error(`warning: ${changed.path} was changed since: a new \`llmch run-all\` on the branch takes the change`);
  }
};
