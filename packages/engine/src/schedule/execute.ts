import { join } from "node:path";
import { formatRefusal, roundFolder } from "@llmch/contract";
import { monotonicClock, readTextFile } from "@llmch/files";
import type { Spent } from "@llmch/models";
import { commandEnvironment } from "@llmch/process";
import type { StoredRun } from "@llmch/store";
import { dependencyState, openLanding, type Repository } from "@llmch/workspace";
import { commandBudget } from "../asking/command-budget.ts";
import { createRunGateway } from "../asking/gateway.ts";
import { startTimeLimit } from "../asking/time-limit.ts";
import { openBaselines, recordedIn } from "../baseline/baselines.ts";
import { openVerifiedTrees } from "../baseline/verified-trees.ts";
import type { Context } from "../context.ts";
import { designToMake, standingDesign } from "../design/run-design.ts";
import { mayDivide } from "../division/may-divide.ts";
import { openLayers } from "../fold/layers.ts";
import { noPush, type Push } from "../landing/push.ts";
import { dependencyOptions } from "../lease/dependency-options.ts";
import { gateWish, openGateSlots } from "../lease/gate-slots.ts";
import { openLeases } from "../lease/leases.ts";
import type { RunObserver } from "../observer.ts";
import type { OrderRun } from "../order/order-ending.ts";
import type { OrderRunContext } from "../order/order-run-context.ts";
import { createOutlines } from "../order/outlines.ts";
import { reviewJobOf } from "../order/review-job.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { Session } from "../session/session.ts";
import { jobsOf, jobsWithin } from "./jobs.ts";
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

/** How a schedule's orders ended, in plan order. */
export interface Executed {
  readonly runs: readonly OrderRun[];
  /** The ids of orders that were skipped because they depend on one that failed. */
  readonly left: readonly string[];
}

/**
 * Carries out the orders of a schedule until one does not pass. With `keep_going`, only orders that depend on a failed one are skipped
 * (contract §1, §6, §9). All worktrees are removed at the end, however it ends.
 * @param before what previous sessions spent of the budget
 */
export const execute = async (
  schedule: Schedule,
  prepared: Prepared,
  before: Spent,
  context: Context,
  observer: RunObserver,
  listener: ExecutionListener,
): Promise<Executed> => {
  const { kind, runId, orders, tasks, config } = schedule;

  const { settings, secrets, version, templates } = context;
  const { repo, branch, baseline, branchTip, artifactsRoot, choices, isolation, ownPlaces } = prepared;
  const gateSlots = openGateSlots(gateWish(config, settings.values.run, isolation));
  const jobs = jobsOf(config, gateSlots.most());
  const template = await readTextFile(join(templates, "FACTORY_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);

  const caps = settings.values.budget;
  const time = startTimeLimit(context.signal, caps.minutes, before.ms);
  // Once the outcome is known, this aborts whatever is still running.
  const ending = new AbortController();
  const end = (): void => ending.abort();
  time.signal.addEventListener("abort", end, { once: true });
  if (time.signal.aborted) end();
  const { signal } = ending;
  // One gateway for the whole schedule and every role: it remembers from order to order what a server refused.
  const budget = commandBudget(caps, before);
  const gateway = createRunGateway(prepared, budget, { ...context, signal }, jobs.jobs);
  // Loaded only for runs that may revise orders.
  const reviser =
    prepared.planner === null
      ? null
      : (await import("../revise/open-revising.ts")).openRevising(schedule, prepared, gateway, { ...context, signal });
  // Loaded only for runs that may divide orders.
  const divider =
    prepared.planner === null || !mayDivide(settings.values)
      ? null
      : (await import("../division/divider.ts")).createDivider({ templates, settings: settings.values, gateway });
  // A revised order may have other dependencies than before.
  const isInTurn = kind === "run" || reviser !== null;
  const plan = orders.map(({ order }) => order);
  const graph = isInTurn ? chainOf(plan.map(({ id }) => id)) : await graphOf(schedule, context);
  if (reviser !== null && jobs.jobs > 1)
    context.warn("orders that may be revised without asking are carried out in turn");
  const isAlone = jobs.jobs === 1;
  const isLayered = !isAlone || hidesWork(graph);
  const dependencies = dependencyOptions(settings.values.setup, isolation);
  // One for each job, plus one for the order whose turn it is.
  const most = isAlone ? 1 : jobs.jobs + 1;
  const leases = openLeases(
    repo,
    {
      ...{ signal, environment: commandEnvironment(context.env), sandbox: isolation.sandbox, dependencies },
      comparesSealed: isLayered,
    },
    settings.values.setup,
    { most, making: gateway.warmUp, warn: context.warn },
  );
  const landing = openLanding(repo, { branch, baseline, branchTip, excluded: ownPlaces, signal });
  const start = startOf(schedule, baseline);
  const installed = await dependencyState(repo, start, dependencies.names ?? []);
  const trees = openVerifiedTrees(repo, { setup: settings.values.setup, dependencies: installed, isolation });
  const baselines = openBaselines(repo, trees, start);
  const layers = openLayers(repo, start);
  if (start !== baseline) baselines.knowStart(await redRecorded(schedule.previousRuns, start, repo));
  const design =
    schedule.isDesigned || prepared.planner === null
      ? standingDesign(schedule.design)
      : designToMake({ orders, start, repo, session: listener.session }, gateway, { ...context, signal });
  const isPushedAtEnd = kind === "run-all" && prepared.push.mode === "end";
  const orderContext: OrderRunContext = {
    ...{ artifactsRoot, version, repo, branch, config, choices, signal, secrets, observer, leases },
    baselines,
    ...{ layers, gateSlots },
    afterExempt: kind === "run" ? new Set() : afterExempt(orders),
    template: template.value,
    review: await reviewJobOf(settings.values.review, templates),
    plan,
    schedule: kind === "run" ? null : runId,
    design,
    designBytes: settings.values.design.shown_bytes,
    settings: settings.values.factory,
    agent: settings.values.agent,
    tools: settings.values.tools,
    triage: settings.values.triage,
    candidates: settings.values.candidates,
    timeIsUp: time.reached,
    outlines: createOutlines(),
    clock: monotonicClock,
    now: () => new Date(),
    landedBefore: prepared.model.landed,
    derivedBefore: (order, at) => prepared.model.derived.get(`${order}/${roundFolder(at)}`) ?? null,
    setup: settings.values.setup,
    fixes: settings.values.verify.fix,
    ...{ divider, reviser },
    modelFor: gateway.for,
    listening: context,
    landing,
    push: prepared.push.mode === "never" || isPushedAtEnd ? noPush : landing.push,
  };
  const done = { runs: [] as OrderRun[], left: [] as string[] };
  const pending = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const runner = await openRunner(
    { graph, tasks, previousRuns: schedule.previousRuns, isAlone, isLayered },
    orderContext,
    { ...listener, done, cancel: end },
  );
  try {
    // If the time is up, the next order ends at once and reports it.
    await runSideBySide(
      await graphOfPending(graph, pending, context),
      () => ({ ...jobs, ...jobsWithin(isInTurn ? 1 : jobs.jobs, leases.most()) }),
      () => context.signal.aborted,
      runner,
    );
    await runner.close();
    const allPassed = done.runs.length === tasks.length && done.runs.every(isPassed);
    if (isPushedAtEnd && allPassed) await listener.passed(landing.push);
  } finally {
    end();
    try {
      await runner.close();
    } finally {
      time.signal.removeEventListener("abort", end);
      time.close();
      await gateway.close();
      for (const left of await leases.close()) context.warn(formatRefusal(left));
    }
  }
  return done;
};

/** Which commands failed at the start commit, as the run's first session recorded it. */
const redRecorded = async (runs: readonly StoredRun[], start: string, repo: Repository) => {
  const tree = await repo.trees.hashOf(start);
  for (const run of runs) {
    const recorded = recordedIn(run, tree, repo.env);
    if (recorded !== null) return recorded.red;
  }
  return [];
};

/** The commit at which the run's first session began. */
const startOf = ({ previous }: Schedule, baseline: string): string => {
  const [beginning] = previous?.journal.events ?? [];
  return beginning?.type === "schedule_started" ? beginning.baseline : baseline;
};

/** The orders of a plan whose predecessor is exempt. They stay the same when a run is resumed. */
const afterExempt = (orders: readonly LoadedOrder[]): ReadonlySet<string> =>
  new Set(orders.flatMap(({ order }, index) => (orders[index - 1]?.order.verify_exempt === true ? [order.id] : [])));
