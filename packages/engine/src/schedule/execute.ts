import { join } from "node:path";
import { callKey, orderCall } from "@llmch/contract";
import { monotonicClock, readTextFile } from "@llmch/files";
import type { Spent } from "@llmch/models";
import { commandEnvironment } from "@llmch/process";
import { openLanding } from "@llmch/workspace";
import { commandBudget } from "../asking/command-budget.ts";
import { createRunGateway, recorderOf } from "../asking/gateway.ts";
import { startTimeLimit } from "../asking/time-limit.ts";
import { openBaselines } from "../baseline/baselines.ts";
import { openVerifiedTrees } from "../baseline/verified-trees.ts";
import type { Context } from "../context.ts";
import { noPush, type Push } from "../landing/push.ts";
import { dependencyOptions } from "../lease/dependency-options.ts";
import { openLeases } from "../lease/leases.ts";
import type { RunObserver } from "../observer.ts";
import type { OrderRun } from "../order/order-ending.ts";
import { runOrder } from "../order/order-run.ts";
import type { OrderRunContext } from "../order/order-run-context.ts";
import { createOutlines } from "../order/outlines.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { OrderTask } from "./order-task.ts";
import { runTasks } from "./run-tasks.ts";
import type { Schedule } from "./schedule.ts";
import { chainOf } from "./scheduler.ts";

/** Told of each order's run as it begins and as it ends. */
export interface ExecutionListener {
  started(task: OrderTask): Promise<void>;
  ended(run: OrderRun, task: OrderTask): Promise<void>;
  /** All orders have passed, and their commits are to be pushed. */
  passed(push: Push): Promise<void>;
}

/** One order after the other: each is made from the commit of the one before it. */
const SLOTS = 1;

/**
 * Carries the orders of a schedule out until one does not pass (contract §1, §6). Every worktree is gone at the end, however that came.
 * @param before what previous sessions took of the budget
 */
export const execute = async (
  schedule: Schedule,
  prepared: Prepared,
  before: Spent,
  context: Context,
  observer: RunObserver,
  listener: ExecutionListener,
): Promise<readonly OrderRun[]> => {
  const { kind, runId, orders, tasks, config } = schedule;
  const { settings, secrets, version, templates } = context;
  const { repo, branch, baseline, branchTip, artifactsRoot, choices, isolation, ownPlaces } = prepared;
  const template = await readTextFile(join(templates, "FACTORY_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);

  const caps = settings.values.budget;
  const time = startTimeLimit(context.signal, caps.minutes, before.ms);
  const { signal } = time;
  // One gateway for the whole schedule: what a server was found to refuse is remembered from order to order.
  const budget = commandBudget(caps, before);
  const gateway = createRunGateway(prepared.model, budget, { ...context, signal });
  // Loaded for runs that may revise orders alone.
  const revising =
    prepared.planner === null
      ? null
      : (await import("../revise/open-revising.ts")).openRevising(schedule, prepared, budget, { ...context, signal });
  const dependencies = dependencyOptions(settings.values.setup, isolation);
  const leases = openLeases(
    repo,
    { signal, environment: commandEnvironment(context.env), sandbox: isolation.sandbox, dependencies },
    settings.values.setup,
    gateway.warmUp,
  );
  const trees = openVerifiedTrees(repo, { setup: settings.values.setup, isolation });
  const landing = openLanding(repo, { branch, baseline, branchTip, excluded: ownPlaces, signal });
  const isPushedAtEnd = kind === "run-all" && prepared.push.mode === "end";
  const orderContext: OrderRunContext = {
    ...{ artifactsRoot, version, repo, branch, config, choices, signal, secrets, observer, leases },
    baselines: openBaselines(repo, trees),
    afterExempt: kind === "run" ? new Set() : afterExempt(orders),
    template: template.value,
    plan: orders.map(({ order }) => order),
    schedule: kind === "run" ? null : runId,
    settings: settings.values.factory,
    timeIsUp: time.reached,
    outlines: createOutlines(),
    clock: monotonicClock,
    now: () => new Date(),
    landedBefore: prepared.model.landed,
    derivedBefore: (order, attempt) => prepared.model.derived.get(callKey(orderCall(order, attempt))) ?? null,
    setup: settings.values.setup,
    fixes: settings.values.verify.fix,
    reviser: revising?.reviser ?? null,
    modelFor: (session) => gateway.for(recorderOf(session, session.recorded, context)),
    landing,
    push: prepared.push.mode === "never" || isPushedAtEnd ? noPush : landing.push,
  };
  const runs: OrderRun[] = [];
  const byOrder = new Map(tasks.map((task) => [task.loaded.order.id, task]));
  const run = async (order: string): Promise<boolean> => {
    const task = byOrder.get(order);
    if (task === undefined) return false;
    await listener.started(task);
    const ended = await runOrder(task, orderContext);
    runs.push(ended);
    await listener.ended(ended, task);
    return isPassed(ended);
  };
  try {
    // If the time is up, the next order says so by ending at once.
    await runTasks(chainOf([...byOrder.keys()]), { slots: SLOTS, isStopping: () => context.signal.aborted, run });
    const allPassed = runs.length === tasks.length && runs.every(isPassed);
    if (isPushedAtEnd && allPassed) await listener.passed(landing.push);
  } finally {
    time.close();
    await gateway.close();
    await revising?.close();
    for (const { message, hint } of await leases.close()) context.warn(`${message}: ${hint}`);
  }
  return runs;
};

const isPassed = ({ verdict, fault }: OrderRun): boolean => verdict === "PASS" && fault === null;

/** The orders of a plan whose predecessor is exempt. They are the same whenever the run is gone on with. */
const afterExempt = (orders: readonly LoadedOrder[]): ReadonlySet<string> =>
  new Set(orders.flatMap(({ order }, index) => (orders[index - 1]?.order.verify_exempt === true ? [order.id] : [])));
