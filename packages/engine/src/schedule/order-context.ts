import { join } from "node:path";
import { roundFolder } from "@llmch/contract";
import { monotonicClock, readTextFile } from "@llmch/files";
import type { StoredRun } from "@llmch/store";
import { dependencyState, openLanding, type Repository } from "@llmch/workspace";
import type { Asking } from "../asking/within-budget.ts";
import { openBaselines, recordedIn } from "../baseline/baselines.ts";
import { openVerifiedTrees } from "../baseline/verified-trees.ts";
import type { Context } from "../context.ts";
import { designToMake, standingDesign } from "../design/run-design.ts";
import { openLayers } from "../fold/layers.ts";
import { noPush } from "../landing/push.ts";
import { dependencyOptions } from "../lease/dependency-options.ts";
import type { OrderRunContext } from "../order/order-run-context.ts";
import { createOutlines } from "../order/outlines.ts";
import { reviewJobOf } from "../order/review-job.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { Session } from "../session/session.ts";
import type { Schedule } from "./schedule.ts";

/** What a schedule opened for its orders. */
interface Opened extends Asking, Pick<OrderRunContext, "leases" | "gateSlots" | "divider" | "reviser" | "observer"> {
  /** The session of a run of several orders; null for a single order. */
  readonly session: Session | null;
}

/**
 * What the orders of a schedule need to be carried out, made from what preflight found and the settings say. It holds nothing that must be
 * closed.
 * @param context its signal also fires when the time is up, and once the outcome is known
 */
export const openOrderContext = async (
  schedule: Schedule,
  prepared: Prepared,
  { gateway, time, session, ...opened }: Opened,
  context: Context,
): Promise<OrderRunContext> => {
  const { kind, runId, orders, config } = schedule;
  const { settings, secrets, version, templates, signal } = context;
  const { values } = settings;
  const { repo, branch, baseline, branchTip, artifactsRoot, choices, isolation, ownPlaces, model, push } = prepared;
  const template = await readTextFile(join(templates, "FACTORY_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);
  const start = startOf(schedule, baseline);
  const dependencies = await dependencyState(repo, start, dependencyOptions(values.setup, isolation).names ?? []);
  const trees = openVerifiedTrees(repo, { setup: values.setup, dependencies, isolation });
  const baselines = openBaselines(repo, trees, start);
  if (start !== baseline) baselines.knowStart(await redRecorded(schedule.previousRuns, start, repo));
  const landing = openLanding(repo, { branch, baseline, branchTip, excluded: ownPlaces, signal });
  const design =
    schedule.isDesigned || prepared.planner === null
      ? standingDesign(schedule.design)
      : designToMake({ orders, start, repo, session }, gateway, context);
  return {
    ...opened,
    ...{ artifactsRoot, version, repo, branch, config, choices, signal, secrets, baselines, landing, design },
    layers: openLayers(repo, start),
    afterExempt: kind === "run" ? new Set() : afterExempt(orders),
    template: template.value,
    review: await reviewJobOf(values, templates),
    plan: orders.map(({ order }) => order),
    schedule: kind === "run" ? null : runId,
    models: values.models,
    settings: values.factory,
    agent: values.agent,
    tools: values.tools,
    triage: values.triage,
    timeIsUp: time.reached,
    outlines: createOutlines(),
    clock: monotonicClock,
    now: () => new Date(),
    landedBefore: model.landed,
    derivedBefore: (order, at) => model.derived.get(`${order}/${roundFolder(at)}`) ?? null,
    setup: values.setup,
    fixes: values.verify.fix,
    modelFor: gateway.for,
    listening: context,
    push: push.mode === "never" || isPushedAtEnd(schedule, prepared) ? noPush : landing.push,
  };
};

/** Whether the commits of a run are pushed once all of its orders have passed. */
export const isPushedAtEnd = ({ kind }: Schedule, { push }: Prepared): boolean =>
  kind === "run-all" && push.mode === "end";

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
