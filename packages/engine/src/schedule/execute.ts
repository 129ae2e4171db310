import { formatRefusal } from "@llmch/contract";
import type { Spent } from "@llmch/models";
import { commandEnvironment } from "@llmch/process";
import { plannerWork } from "../asking/planner-work.ts";
import { type Asking, withinBudget } from "../asking/within-budget.ts";
import type { Context } from "../context.ts";
import type { Push } from "../landing/push.ts";
import { dependencyOptions } from "../lease/dependency-options.ts";
import { gateWish, openGateSlots } from "../lease/gate-slots.ts";
import { openLeases } from "../lease/leases.ts";
import type { Slots as GateSlots } from "../lease/slots.ts";
import type { RunObserver } from "../observer.ts";
import type { OrderRun } from "../order/order-ending.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { Session } from "../session/session.ts";
import { jobsOf, jobsWithin } from "./jobs.ts";
import { isPushedAtEnd, openOrderContext } from "./order-context.ts";
import { chainOf, graphOf, graphOfPending } from "./order-graph.ts";
import { isPassed, openRunner } from "./order-runner.ts";
import type { OrderTask } from "./order-task.ts";
import type { Schedule } from "./schedule.ts";
import { runSideBySide } from "./side-by-side-run.ts";
import { hidesWork } from "./standing.ts";

/** Notified when each order's run begins and ends. */
export interface ExecutionListener {
  /** The session of a run of several orders; null for a single order. */
  readonly session: Session | null;
  started(task: OrderTask): Promise<void>;
  ended(run: OrderRun, task: OrderTask): Promise<void>;
  /** The order began ahead of its turn, and the schedule ended before its turn came. */
  stopped(run: OrderRun, task: OrderTask): Promise<void>;
  /** All orders have passed, and their commits should be pushed. */
  passed(push: Push): Promise<void>;
}

/** The same, and told every event of the orders' runs. */
interface Told extends ExecutionListener {
  readonly observer: RunObserver;
}

/** How a schedule's orders ended, in plan order. */
export interface Executed {
  readonly runs: readonly OrderRun[];
  /** The ids of orders that were skipped because they depend on one that failed. */
  readonly left: readonly string[];
}

/**
 * Carries out the orders of a schedule until one does not pass. With `keep_going`, only orders that depend on a failed one are skipped
 * (contract §1, §6, §9). All worktrees are removed at the end, however it ends. Once the signal has fired it never throws, and returns
 * the orders that had ended.
 * @param before what previous sessions spent of the budget
 */
export const execute = async (
  schedule: Schedule,
  prepared: Prepared,
  before: Spent,
  context: Context,
  told: Told,
): Promise<Executed> => {
  const { model, planner, isolation } = prepared;
  const gateSlots = openGateSlots(gateWish(schedule.config, context.settings.values.run, isolation));
  const jobs = jobsOf(schedule.config, gateSlots.most());
  const done = { runs: [] as OrderRun[], left: [] as string[] };
  try {
    // One gateway for the whole schedule: it remembers from order to order what a server refused.
    await withinBudget({ model, planner, before, jobs: jobs.jobs }, context, (asking) =>
      executeAsking(asking, schedule, prepared, { context, told, gateSlots, jobs, done }),
    );
  } catch (fault) {
    // A signal ends work between the orders too, and any git, which fails then.
    if (!context.signal.aborted) throw fault;
  }
  return done;
};

interface Place {
  readonly context: Context;
  readonly told: Told;
  readonly gateSlots: GateSlots;
  readonly jobs: ReturnType<typeof jobsOf>;
  /** Takes up the orders that end. */
  readonly done: { readonly runs: OrderRun[]; readonly left: string[] };
}

const executeAsking = async (
  { gateway, time }: Asking,
  schedule: Schedule,
  prepared: Prepared,
  { context, told, gateSlots, jobs, done }: Place,
): Promise<void> => {
  const { kind, orders, tasks, previousRuns } = schedule;
  const { setup } = context.settings.values;
  // The plan's graph is read with the context's own signal: if the time is up, an order reports it.
  const within = { ...context, signal: time.signal };
  const planning = await planningOf(schedule, prepared, gateway, within);
  // A revised order may have other dependencies than before.
  const isInTurn = kind === "run" || planning.reviser !== null;
  const graph = isInTurn ? chainOf(orders.map(({ order }) => order.id)) : await graphOf(schedule, context);
  if (planning.reviser !== null && jobs.jobs > 1)
    context.warn("orders that may be revised without asking are carried out in turn");
  const isAlone = jobs.jobs === 1;
  const isLayered = !isAlone || hidesWork(graph);
  const { sandbox } = prepared.isolation;
  const dependencies = dependencyOptions(setup, prepared.isolation);
  const leases = openLeases(
    prepared.repo,
    {
      ...{ signal: time.signal, environment: commandEnvironment(context.env), sandbox, dependencies },
      comparesSealed: isLayered,
    },
    setup,
    // One for each job, plus one for the order whose turn it is.
    { most: isAlone ? 1 : jobs.jobs + 1, making: gateway.warmUp, warn: context.warn },
  );
  try {
    const opened = { ...planning, leases, gateSlots, gateway, time, observer: told.observer, session: told.session };
    const orderContext = await openOrderContext(schedule, prepared, opened, within);
    const given = { graph, tasks, previousRuns, isAlone, isLayered };
    const runner = await openRunner(given, orderContext, { ...told, done, cancel: time.end });
    try {
      const pending = new Set(tasks.map(({ loaded }) => loaded.order.id));
      // If the time is up, the next order ends at once and reports it.
      await runSideBySide(
        await graphOfPending(graph, pending, context),
        () => ({ ...jobs, ...jobsWithin(isInTurn ? 1 : jobs.jobs, leases.most()) }),
        () => context.signal.aborted,
        runner,
      );
      await runner.close();
      const allPassed = done.runs.length === tasks.length && done.runs.every(isPassed);
      if (allPassed && isPushedAtEnd(schedule, prepared)) await told.passed(orderContext.landing.push);
    } finally {
      time.end();
      await runner.close();
    }
  } finally {
    for (const left of await leases.close()) context.warn(formatRefusal(left));
  }
};

/** What asks the planner while orders are carried out. Loaded only for runs that may revise or divide orders. */
const planningOf = async (schedule: Schedule, prepared: Prepared, gateway: Asking["gateway"], context: Context) => {
  const { templates, settings } = context;
  if (prepared.planner === null) return { reviser: null, divider: null };
  const { isDesigned, config } = schedule;
  const { revises, divides } = plannerWork(settings.values, { revise: config.revise, isDesigned });
  return {
    reviser: revises
      ? (await import("../revise/open-revising.ts")).openRevising(schedule, prepared, gateway, context)
      : null,
    divider: divides
      ? (await import("../division/divider.ts")).createDivider({ templates, settings: settings.values, gateway })
      : null,
  };
};
