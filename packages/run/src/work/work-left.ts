import { dirname, join, resolve } from "node:path";
import type { Context, FactoryOptions, GoesOn, Steering } from "@llmch/config";
import { DESIGN_FILE, type Design, designSha256, type RunConfig, withFiles } from "@llmch/contract";
import {
  artifactsFlag,
  designIn,
  designOfRun,
  findUnfinished,
  isSaid,
  type LoadedOrder,
  type LoadFault,
  loadOrderDirectory,
  orderRunsOf,
  ordersOfRun,
  type RecordedDesign,
  runsOfOrders,
} from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import { accepted, EXIT, type Refusal, type Result, refusal, rejected, shellWord } from "@llmch/text";
import { openRepository, type Repository } from "@llmch/workspace";
import type { OrderTask } from "../order/order-task.ts";
import { runConfig } from "../order/run-config.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { PreflightRequest } from "../preflight/scene.ts";
import { standingOrders } from "../revise/revised-orders.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { areAsBegun, type Beginning } from "./beginning.ts";
import { landedByHand, supersededBy } from "./superseded.ts";
import { attemptsAllowed, attemptsUsed, exhausted, lostOrders, steeredTasks, tasksOf } from "./tasks-left.ts";
import type { StandingRun, Work } from "./work.ts";

/**
 * What is left to do in a run of orders, from its last safe step and in its own directory.
 * @param options what its request says
 */
export const workLeft = async (
  goesOn: GoesOn,
  options: FactoryOptions,
  context: Context,
): Promise<Result<Work, LoadFault>> => {
  const { stored: found } = goesOn;
  const [beginning] = found.journal.events;
  if (beginning?.type !== "schedule_started" && beginning?.type !== "order_started")
    throw new Error(`the run ${found.runId} is no run of orders`);
  const begun = await ordersOfRun(found);
  if (!begun.ok) return begun;
  if (!areAsBegun(beginning, begun.value)) return rejected(ordersChanged(found));
  const standing = await standingOrders(begun.value, await runsOfOrders(found));
  if (!standing.ok) return standing;
  const orders = standing.value;
  const design = await designOfRun(found);
  if (!design.ok) return design;
  const config = configOf(beginning, options, context);
  const request = await requestOf(found, beginning, { orders, design: design.value }, options, context);
  if (!request.ok) return request;
  const begins: StandingRun = { goesOn, beginning, begun: begun.value, config };
  return accepted({ request: request.value, context, begins });
};

/** The schedule of a run that goes on. */
export const scheduleLeft = async (
  { request: { orders }, context }: Pick<Work, "request" | "context">,
  { goesOn: { stored: found, ...steering }, beginning, begun, config }: StandingRun,
  prepared: Prepared,
): Promise<Result<Schedule, Refusal>> => {
  // Read the run again while holding the branch's lock: another process may have resumed it in the meantime.
  const again = await findUnfinished(dirname(dirname(found.directory)), found.runId, { alone: true });
  if (!again.ok) return again;
  const { branch, baseline: from } = beginning;
  const ids = orders.map(({ order }) => order.id);
  const byHand = await landedByHand(again.value, orders, prepared.repo, { branch, from });
  const superseded = await supersededBy(again.value, ids, prepared.repo, { branch, from }, byHand);
  if (superseded !== null) return rejected(superseded);
  const designed = await designOfRun(again.value);
  if (!designed.ok) return designed;
  const plan = { orders, design: designed.value, byHand };
  const schedule = await scheduleOf(again.value, config, plan, steering, context, prepared);
  if (schedule.ok) await warnOfChanges(beginning, [begun, orders], designed.value.design, context);
  return schedule;
};

const ordersChanged = ({ runId }: StoredRun): Refusal =>
  refusal(
    "not-resumable",
    `the orders that the run ${runId} keeps were changed since it began`,
    "put them back, or begin a new run",
  );

/** What applies to this session, as its record tells it. */
const configOf = (
  { config: { branch, create_branch, reuse_branch, commit_hash, base_branch, orders } }: Beginning,
  options: FactoryOptions,
  { settings, cwd }: Context,
): RunConfig => ({
  ...runConfig(options, settings.values, orders, cwd),
  ...{ branch, create_branch, reuse_branch, commit_hash },
  ...(base_branch === undefined ? {} : { base_branch }),
});

/** The orders of a run in their current form, and the design that they follow. */
interface StandingPlan {
  readonly orders: readonly LoadedOrder[];
  readonly design: RecordedDesign;
  /** The runs in which its user carried out orders of it since. */
  readonly byHand: readonly StoredRun[];
}

const scheduleOf = async (
  stored: StoredRun,
  began: RunConfig,
  { orders, design, byHand }: StandingPlan,
  steering: Steering,
  context: Context,
  prepared: Prepared,
): Promise<Result<Schedule, Refusal>> => {
  const { runId, directory } = stored;
  const isSchedule = stored.kind === "run-all";
  const tasks = isSchedule
    ? await tasksOf(stored, orders, prepared, byHand)
    : accepted(orders.map((loaded) => ({ loaded, runId, previous: stored })));
  const steered = tasks.ok ? steeredTasks(stored, tasks.value, steering) : tasks;
  if (!steered.ok) return steered;
  const { pending, leftOut } = steered.value;
  const { values } = context.settings;
  const max_attempts = attemptsAllowed(began, steering.maxAttempts, attemptsUsed(pending));
  const config = { ...began, max_attempts };
  const more = `llmch resume ${runId}${artifactsFlag(dirname(dirname(directory)), context)} --max-attempts +2`;
  const denied = pending.some(waits) ? null : exhausted(pending, max_attempts, values, more);
  if (denied !== null) return rejected(denied);
  const isDesigned = design.isSettled || !values.design.make;
  const base = {
    runId,
    orders,
    tasks: pending,
    leftOut,
    design: design.design,
    isDesigned,
    config,
  };
  if (!isSchedule) return accepted({ ...base, kind: "run", previous: null, previousRuns: [] });
  for (const id of lostOrders(stored, prepared)) {
    context.warn(`${prepared.branch} does not hold ${id} any more: it is carried out anew`);
  }
  return accepted({
    ...base,
    kind: "run-all",
    previous: stored,
    previousRuns: [...(await orderRunsOf(stored)), ...byHand],
  });
};

/** Whether its run waited for a person when it last ended, and has not gone on since: what was decided may let it try again. */
const waits = ({ previous }: OrderTask): boolean => {
  const last = previous?.journal.events.findLast(
    ({ type }) => type === "run_finished" || type === "user_answered" || type === "attempt_started",
  );
  return last?.type === "run_finished" && last.exit_code === EXIT.waiting;
};

const requestOf = async (
  { kind, runId }: StoredRun,
  beginning: Beginning,
  { orders, design }: Pick<StandingPlan, "orders" | "design">,
  asked: FactoryOptions,
  { env, settings, cwd }: Context,
): Promise<Result<PreflightRequest, Refusal>> => {
  const { branch, baseline, config } = beginning;
  const repo = await openRepository(resolve(cwd, asked.repo), env);
  if (!repo.ok) return repo;
  const isNew = (await repo.value.branchTip(branch)) === null;
  const isSchedule = kind === "run-all";
  // What the orders of a run-all change is compared with the commit that it started from.
  if ((isNew || isSchedule) && (await repo.value.resolveCommit(baseline)) === null)
    return rejected(await withoutStart(repo.value, isNew ? branch : null, baseline));
  // If the branch exists, its tip is the baseline; otherwise it is created where the run planned to.
  const commitHash = isNew ? baseline : undefined;
  const planned = (beginning.type === "schedule_started" ? beginning.plan_acceptance : null) ?? [];
  return accepted({
    orders,
    design: design.design,
    ordersDirectory: isSchedule ? config.orders : dirname(config.orders),
    options: { ...asked, branch, commitHash, createBranch: false, reuseBranch: false },
    approve: asked.byHand === true ? [] : settings.values.approve,
    runId,
    skipDone: isSchedule,
    checks: false,
    planAcceptance: planned.map(({ checks: files = [], ...each }) => withFiles(each, files)),
  });
};

/** @param missing the branch, if the repo does not hold it either */
const withoutStart = async ({ root, git }: Repository, missing: string | null, baseline: string): Promise<Refusal> => {
  const held = missing === null ? "does not hold" : `holds neither ${missing} nor`;
  const message = `${root} ${held} ${baseline.slice(0, 10)}, the commit that the run started from`;
  const shallow = await git.read("rev-parse", "--is-shallow-repository");
  const isShallow = shallow.ok && shallow.value.trim() === "true";
  const mend = isShallow
    ? `fetch what the shallow clone lacks: \`git -C ${shellWord(root)} fetch --unshallow\``
    : "put the repo back where it was";
  return refusal("not-resumable", message, `${mend}, or begin a new run`);
};

/** The orders are carried out as recorded; anyone who changed one since is told how to apply the change. */
const warnOfChanges = async (
  { type, config }: Beginning,
  [begun, standing]: readonly [readonly LoadedOrder[], readonly LoadedOrder[]],
  design: Design | null,
  { warn }: Context,
): Promise<void> => {
  if (type === "order_started") return;
  const now = await loadOrderDirectory(config.orders);
  if (!now.ok) return;
  const known = new Set([...begun, ...standing].map(({ sha256 }) => sha256));
  for (const { order } of begun) {
    const changed = now.value.find((other) => other.order.id === order.id);
    if (changed === undefined || known.has(changed.sha256)) continue;
    warn(`${changed.path} was changed since: a new \`llmch run-all\` on the branch takes the change`);
  }
  const beside = await designIn(config.orders);
  const isOther =
    !beside.ok || (beside.value !== null && (design === null || !isSaid(design, designSha256(beside.value))));
  if (isOther)
    warn(
      `${join(config.orders, DESIGN_FILE)} was changed since: a new \`llmch run-all\` on the branch takes the change`,
    );
};
