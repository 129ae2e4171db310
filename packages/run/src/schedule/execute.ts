import type { Context, RunObserver } from "@llmch/config";
import type { Spent } from "@llmch/models";
import { commandEnvironment } from "@llmch/process";
import { type Asking, plannerWork, type Session, withinBudget } from "@llmch/records";
import { formatRefusal } from "@llmch/text";
import { findCommitOfRun } from "@llmch/workspace";
import { type Gate, openGate } from "../decisions/gate.ts";
import { dependencyOptions } from "../lease/dependency-options.ts";
import { openLeases } from "../lease/leases.ts";
import { type Layer, layerBetween } from "../order/layer.ts";
import type { Prepared } from "../preflight/preflight.ts";
import { chainOf, graphOf, graphOfPending } from "../queue/graph.ts";
import { runQueue } from "../queue/run-queue.ts";
import { judgeWhole } from "./judge-whole.ts";
import { landedBefore } from "./landed-before.ts";
import { openPorts, startOf } from "./open-ports.ts";
import { type Executed, isPassed, openRunner, type RunnerListener } from "./order-runner.ts";
import type { Schedule } from "./schedule.ts";
import { openViews } from "./views.ts";

/** Notified of what happens to a schedule's orders. */
export interface ExecutionListener extends RunnerListener {
  /** The session of a run of several orders; null for a single order. */
  readonly session: Session | null;
}

/** The same, and told every event of the orders' runs. */
interface Told extends ExecutionListener {
  readonly observer: RunObserver;
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
  const { model, planner } = prepared;
  const { jobs = 1 } = schedule.config;
  const done: Executed = { runs: [], left: [], needs: [], whole: { kind: "open" }, examined: null };
  try {
    // One gateway for the whole schedule: it remembers from order to order what a server refused.
    await withinBudget({ model, planner, before, jobs }, context, (asking) =>
      executeAsking(asking, schedule, prepared, context, told, done),
    );
  } catch (fault) {
    // A signal ends work between the orders too, and any git, which fails then.
    if (!context.signal.aborted) throw fault;
  }
  return done;
};

const executeAsking = async (
  { gateway, time }: Asking,
  schedule: Schedule,
  prepared: Prepared,
  context: Context,
  told: Told,
  done: Executed,
): Promise<void> => {
  const { orders, tasks } = schedule;
  const { jobs = 1, keep_going: keepGoing = false } = schedule.config;
  const { repo, isolation } = prepared;
  const { setup } = context.settings.values;
  // The plan's graph is read with the context's own signal: if the time is up, an order reports it.
  const within = { ...context, signal: time.signal };
  const { config, previous } = schedule;
  const gate = openGate({
    ...{ config, whole: told.session, env: context.env, secrets: context.secrets },
    ...(told.observer.decides === undefined ? {} : { decides: told.observer.decides }),
    events: [previous, ...tasks.map((task) => task.previous)].flatMap((run) => run?.journal.events ?? []),
  });
  const planning = await planningOf(schedule, prepared, gateway, gate, within);
  if (planning.reviser !== null && jobs > 1)
    context.warn("orders that may be revised without asking are carried out in turn");
  // A revised order may have other dependencies than before.
  const isChain = schedule.kind === "run" || planning.reviser !== null;
  const graph = isChain ? chainOf(orders.map(({ order }) => order.id)) : graphOf(schedule, context);
  const pending = graphOfPending(graph, new Set(tasks.map(({ loaded }) => loaded.order.id)));
  const leases = openLeases(
    repo,
    {
      ...{ signal: time.signal, environment: commandEnvironment(context.env), sandbox: isolation.sandbox },
      dependencies: dependencyOptions(setup, isolation),
    },
    setup,
    // One for each job, plus one for the order whose turn it is.
    { most: jobs === 1 ? 1 : jobs + 1, making: gateway.warmUp, warn: context.warn },
  );
  try {
    const opened = { ...planning, leases, gate, gateway, time, observer: told.observer, session: told.session };
    const ports = await openPorts(schedule, prepared, opened, within);
    const start = startOf(schedule, prepared.baseline);
    const earlier = await earlierLayers(schedule, prepared);
    const views = openViews({ graph, earlier, start }, ports.facts, ports.ground);
    const judged = async (when: "before" | "after"): Promise<boolean> => {
      // Whatever ends it on the way.
      done.whole = { kind: "interrupted" };
      done.whole = await judgeWhole(when, schedule, prepared, told.session, ports);
      return done.whole.kind === "open";
    };
    const examined = async (tip: string): Promise<boolean> => {
      if (told.session === null || (schedule.leftOut ?? []).length > 0) return true;
      done.whole = { kind: "interrupted" };
      const { examinePlan } = await import("../examination/examine-plan.ts");
      const ended = await examinePlan(schedule, prepared, { session: told.session, context: within, gateway, tip });
      done.whole = ended.verdict;
      done.examined = ended.examined;
      return done.whole.kind === "open";
    };
    const runner = openRunner({ tasks, views, areSeveral: jobs > 1, cancel: time.end }, ports, told, done);
    try {
      if (!(await judged("before"))) return;
      // If the time is up, the next order ends at once and reports it.
      const slots = { jobs, keepGoing, onLandedAlone: gate.waits("orders") };
      await runQueue(pending, slots, () => context.signal.aborted, runner);
      await runner.close();
      const allPassed = done.runs.length === tasks.length && done.runs.every(isPassed) && (await judged("after"));
      const isExamined = allPassed && (await examined(ports.ground.landing.tip()));
      const need = isExamined && told.session !== null ? await ports.ground.finalPush?.(told.session) : null;
      if (need != null) done.needs.push(need);
    } finally {
      time.end();
      await runner.close();
    }
  } finally {
    for (const left of await leases.close()) context.warn(formatRefusal(left));
  }
};

/** What orders changed that earlier sessions of the run landed: orders may depend on them. */
const earlierLayers = (
  { tasks, previousRuns }: Schedule,
  { repo, branch }: Prepared,
): Promise<ReadonlyMap<string, Layer>> => {
  const goingOn = new Map(tasks.map(({ loaded, previous }) => [loaded.order.id, previous?.runId ?? ""]));
  return landedBefore(
    previousRuns,
    goingOn,
    (from, to) => layerBetween(repo, from, to),
    (run, from) => findCommitOfRun(repo, branch, run, from),
  );
};

/** What asks the planner while orders are carried out. Loaded only for runs that may revise or divide orders. */
const planningOf = async (
  schedule: Schedule,
  prepared: Prepared,
  gateway: Asking["gateway"],
  gate: Gate,
  context: Context,
) => {
  const { templates, settings } = context;
  if (prepared.planner === null) return { reviser: null, divider: null };
  const { isDesigned, config } = schedule;
  const { revises, divides } = plannerWork(settings.values, { revise: config.revise, isDesigned });
  return {
    reviser: revises
      ? (await import("../revise/open-revising.ts")).openRevising(schedule, prepared, { gateway, gate }, context)
      : null,
    divider: divides
      ? (await import("../order/divider.ts")).createDivider({ templates, settings: settings.values, gateway })
      : null,
  };
};
