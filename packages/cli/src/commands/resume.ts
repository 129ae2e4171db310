import { dirname, join } from "node:path";
import { accepted, type Refusal, type Result, type RunConfig, type RunEvent, refusal } from "@llmch/contract";
import { isTracked, openRepository, resolveArtifactsRoot, type StoredRun } from "@llmch/host";
import type { Context } from "../main.ts";
import type { ResumeOptions } from "../options.ts";
import { type LoadedOrder, loadOrderDirectory, loadOrderFile } from "../orders/load-orders.ts";
import { type Outcome, refused } from "../outcome.ts";
import { findRun } from "../resume/find-run.ts";
import { listUnfinished } from "../resume/list.ts";
import { orderRunsOf } from "../resume/order-runs.ts";
import { resumePlan } from "../resume/resume-plan.ts";
import { attemptsAllowed, attemptsUsed, exhausted, lostOrders, tasksOf } from "../resume/resumption.ts";
import { supersededBy } from "../resume/superseded.ts";
import type { OrderTask } from "../run/execution.ts";
import { resumeCommand } from "../run/next-commands.ts";
import type { PreflightRequest, Prepared } from "../run/preflight.ts";
import { optionsOf } from "../run/run-config.ts";
import { runSchedule } from "../run/schedule.ts";
import { ORDERS_FOLDER } from "../run/schedule-run.ts";
import { runSingle } from "../run/single.ts";
import { whilePrepared } from "../run/while-prepared.ts";
import { settingsToGoOn } from "../settings/recorded-settings.ts";

type Beginning = Extract<RunEvent, { readonly type: "order_started" | "schedule_started" }>;

/**
 * `llmch resume`: goes on with a run or a plan from its last safe step, in its own directory. What a model answered is used again; an
 * order that the branch already holds is only concluded.
 */
export const resume = async (options: ResumeOptions, context: Context): Promise<Outcome> => {
  const root = resolveArtifactsRoot(options.artifactsDir, context.env, context.cwd);
  if (options.list) return listUnfinished(root);
  const found = findRun(root, options.run);
  if (!found.ok) return refused(found.issues);
  const stored = found.value;
  const foreign = options.run === undefined ? await foreignRun(stored, context) : null;
  if (foreign !== null) return refused([foreign]);
  const [beginning] = stored.journal.events;
  if (beginning?.type === "schedule_started") return resumeSchedule(stored, beginning, options, context);
  if (beginning?.type === "order_started") return resumeOrder(stored, beginning, options, context);
  if (beginning?.type === "plan_started") return resumePlan(stored, beginning, options, context);
  throw new Error(`the run ${stored.runId} begins with ${beginning?.type}`);
};

/** Whoever made the repo made the runs that git tracks: their orders and how commands run. Nobody goes on with one unasked. */
const foreignRun = async ({ directory, runId }: StoredRun, { env }: Context): Promise<Refusal | null> =>
  (await isTracked(join(directory, "events.jsonl"), env))
    ? refusal(
        "not-resumable",
        `the newest unfinished run, ${runId}, came with a repo: git tracks it`,
        `see \`llmch show ${runId}\`; where you trust it, or mean another, name the run`,
      )
    : null;

const resumeOrder = async (
  found: StoredRun,
  beginning: Beginning,
  options: ResumeOptions,
  today: Context,
): Promise<Outcome> => {
  const context = goingOn(beginning, options, today);
  const loaded = await loadOrderFile(join(found.directory, "work_order.json"));
  if (!loaded.ok) return refused(loaded.issues);
  const orders = [loaded.value];
  return whileLocked(found, beginning, orders, options, context, async (stored, prepared) => {
    const task: OrderTask = { loaded: loaded.value, runId: stored.runId, earlier: stored };
    const config = configNow(beginning.config, options, [task]);
    const denied = exhausted([task], config.max_attempts, resumeHint(stored, context));
    return denied === null ? runSingle("resume", task, prepared, config, context) : refused([denied]);
  });
};

const resumeSchedule = async (
  found: StoredRun,
  beginning: Beginning,
  options: ResumeOptions,
  today: Context,
): Promise<Outcome> => {
  const context = goingOn(beginning, options, today);
  const loaded = await loadOrderDirectory(join(found.directory, ORDERS_FOLDER));
  if (!loaded.ok) return refused(loaded.issues);
  const orders = loaded.value;
  return whileLocked(found, beginning, orders, options, context, async (stored, prepared) => {
    const tasks = tasksOf(stored, orders, prepared);
    if (!tasks.ok) return refused(tasks.issues);
    const config = configNow(beginning.config, options, tasks.value);
    const denied = exhausted(tasks.value, config.max_attempts, resumeHint(stored, context));
    if (denied !== null) return refused([denied]);
    for (const id of lostOrders(stored, prepared)) {
      context.console.error(`warning: ${prepared.branch} does not hold ${id} any more: it is carried out anew`);
    }
    await warnOfChanges(beginning.config, orders, context);
    const earlier = { earlier: stored, earlierRuns: orderRunsOf(stored) };
    const schedule = { command: "resume", runId: stored.runId, orders, tasks: tasks.value, config, ...earlier };
    return runSchedule(schedule, prepared, context);
  });
};

/** The context with the settings that the run goes on with. */
const goingOn = ({ config }: Beginning, { given }: ResumeOptions, today: Context): Context => {
  const values = settingsToGoOn(config, "factory", today.settings.values, given);
  return { ...today, settings: { ...today.settings, values } };
};

/**
 * Goes on with a run once its branch is ours alone. The run is read again then: somebody else may have gone on with it
 * meanwhile.
 */
const whileLocked = async (
  found: StoredRun,
  beginning: Beginning,
  orders: readonly LoadedOrder[],
  options: ResumeOptions,
  context: Context,
  goOn: (stored: StoredRun, prepared: Prepared) => Promise<Outcome>,
): Promise<Outcome> => {
  const request = await requestOf(found, beginning, orders, options, context);
  if (!request.ok) return refused(request.issues);
  return whilePrepared(request.value, context, async (prepared) => {
    const stored = findRun(dirname(dirname(found.directory)), found.runId);
    if (!stored.ok) return refused(stored.issues);
    const { branch, baseline: from } = beginning;
    const ids = orders.map(({ order }) => order.id);
    const superseded = await supersededBy(stored.value, ids, prepared.repo, { branch, from });
    return superseded === null ? goOn(stored.value, prepared) : refused([superseded]);
  });
};

/** What gives a run more attempts. */
const resumeHint = ({ runId, directory }: StoredRun, context: Context): string =>
  resumeCommand(runId, true, dirname(dirname(directory)), context);

/** What holds from now on: as recorded, but for what this command line says. */
const configNow = (config: RunConfig, options: ResumeOptions, tasks: readonly OrderTask[]): RunConfig => ({
  ...config,
  max_attempts: attemptsAllowed(config, options.maxAttempts, attemptsUsed(tasks)),
  allow_stale: config.allow_stale || options.allowStale,
  stop_on_repeat: config.stop_on_repeat || options.stopOnRepeat,
  replay: options.replay ?? config.replay,
  replay_strict: config.replay_strict || options.replayStrict,
});

const requestOf = async (
  { kind, runId }: StoredRun,
  { branch, baseline, config: recorded }: Beginning,
  orders: readonly LoadedOrder[],
  common: ResumeOptions,
  { env }: Context,
): Promise<Result<PreflightRequest, Refusal>> => {
  const config = configNow(recorded, common, []);
  const repo = await openRepository(config.repo, env);
  if (!repo.ok) return repo;
  // Where the branch is there, its tip is the baseline; else it is made where it was going to be.
  const start = (await repo.value.branchTip(branch)) === null ? baseline : null;
  const options = optionsOf(config, common, { branch, baseline: start });
  const isSchedule = kind === "run-all";
  const ordersDirectory = isSchedule ? config.orders : dirname(config.orders);
  return accepted({ orders, ordersDirectory, options, runId, skipDone: isSchedule });
};

/** The orders are carried out as they were; whoever changed one meanwhile is told what takes the change. */
const warnOfChanges = async (
  config: RunConfig,
  orders: readonly LoadedOrder[],
  { console }: Context,
): Promise<void> => {
  const now = await loadOrderDirectory(config.orders);
  if (!now.ok) return;
  for (const { order, sha256 } of orders) {
    const changed = now.value.find((other) => other.order.id === order.id);
    if (changed === undefined || changed.sha256 === sha256) continue;
    console.error(`warning: ${changed.path} was changed since: a new \`llmch run-all\` on the branch takes the change`);
  }
};
