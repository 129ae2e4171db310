import { join } from "node:path";
import type { Context, RunObserver } from "@llmch/config";
import type { Settings } from "@llmch/contract/settings";
import type { ReviewJob } from "@llmch/factory";
import { readTextFile } from "@llmch/files";
import {
  type Asking,
  createOutlines,
  designToMake,
  hasWaited,
  type LoadedOrder,
  limitsFor,
  type Session,
  standingDesign,
} from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import type { Environment } from "@llmch/text";
import { copiedState, dependencyState, openLanding, type Repository } from "@llmch/workspace";
import { openBaselines, recordedIn } from "../baseline/baselines.ts";
import { openVerifiedTrees } from "../baseline/verified-trees.ts";
import type { Gate } from "../decisions/gate.ts";
import { type ByHand, isByHand } from "../executor/by-hand.ts";
import type { RunExecutor } from "../executor/executor.ts";
import { finalPush, noPush } from "../landing/push.ts";
import { dependencyOptions } from "../lease/dependency-options.ts";
import { isolationInWords, refusesUnseen } from "../lease/isolation.ts";
import type { Leases } from "../lease/leases.ts";
import type { Ground, OrderModels, OrderPorts } from "../order/ports.ts";
import type { Prepared } from "../preflight/preflight.ts";
import { firstSteps, pushToApprove } from "./approvables.ts";
import type { Schedule } from "./schedule.ts";

/** What a schedule opened for its orders. */
interface Opened extends Asking, Pick<OrderModels, "divider" | "reviser"> {
  readonly gate: Gate;
  readonly leases: Leases;
  readonly observer: RunObserver;
  /** The session of a run of several orders; null for a single order. */
  readonly session: Session | null;
}

/**
 * What the orders of a schedule need to be carried out, made from what preflight found and the settings say. It holds nothing that must be
 * closed.
 * @param context its signal also fires when the time is up, and once the outcome is known
 */
export const openPorts = async (
  schedule: Schedule,
  prepared: Prepared,
  { gateway, time, session, leases, observer, divider, reviser, gate }: Opened,
  context: Context,
): Promise<OrderPorts> => {
  const { kind, runId, orders, config, conversation = null } = schedule;
  const { settings, secrets, version, templates, signal, asked = null } = context;
  const { values } = settings;
  const { repo, branch, artifactsRoot, choices, model, planner } = prepared;
  const limits = { ...prepared, refusesUnseen: refusesUnseen(prepared.isolation, settings), setup: values.setup };
  const template = await readTextFile(join(templates, "FACTORY_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);
  const earlier = [schedule.previous, ...schedule.previousRuns, ...schedule.tasks.map((task) => task.previous)];
  const start = startOf(schedule, prepared.baseline);
  const design =
    schedule.isDesigned || planner === null
      ? standingDesign(schedule.design)
      : designToMake({ orders, start, repo, session }, gateway, context);
  return {
    facts: {
      ...{ artifactsRoot, version, branch, config, choices, secrets, settings: values, template: template.value },
      schedule: kind === "run" ? null : runId,
      asked: kind === "run" ? asked : null,
      plan: orders.map(({ order }) => order),
      firstSteps: firstSteps(schedule, limits, gate),
      refusesUnseen: limits.refusesUnseen,
      isolation: isolationInWords(prepared.isolation),
      wait: hasWaited(earlier.flatMap((run) => run?.journal.all ?? [])) ? null : values.wait_for_limit,
      afterExempt: kind === "run" ? new Set() : afterExempt(orders),
      ownPlaces: prepared.ownPlaces,
      executor: await runExecutor(prepared.executor, templates, context.env),
      review: await reviewJobOf(values, templates),
    },
    models: { for: gateway.for, design, divider, reviser, record: model, conversation, outlines: createOutlines() },
    gate,
    ground: await openGround(schedule, prepared, { leases, gate }, context),
    watch: { ...observer, ...listeners(context), signal, timeIsUp: time.reached },
  };
};

const listeners = ({ reasoning, answering }: Context) =>
  answering === undefined ? { reasoning } : { reasoning, answering };

const openGround = async (
  schedule: Schedule,
  prepared: Prepared,
  { leases, gate }: Pick<Opened, "leases" | "gate">,
  { settings: { values }, signal }: Context,
): Promise<Ground> => {
  const { repo, branch, baseline, branchTip, ownPlaces, isolation, executor } = prepared;
  const start = startOf(schedule, baseline);
  const dependencies = [
    ...(await dependencyState(repo, start, dependencyOptions(values.setup, isolation).names ?? [])),
    ...(await copiedState(repo, values.setup.copy)),
  ];
  const trees = openVerifiedTrees(repo, { ...values, dependencies, isolation });
  const baselines = openBaselines(repo, trees, start);
  if (start !== baseline) baselines.knowStart(await redRecorded(schedule.previousRuns, start, repo));
  const taken = executor !== null && isByHand(executor) ? { taken: executor.taken } : {};
  const landing = openLanding(repo, { branch, baseline, branchTip, excluded: ownPlaces, signal, ...taken });
  const sharesPorts = isolation.sandbox === null || isolation.sandbox.allowsNetwork;
  const pushed = pushedWhen(schedule, prepared, gate);
  const asked = gate.waits("push") ? () => pushToApprove(prepared, landing) : null;
  return {
    ...{ repo, landing, leases, baselines },
    push: pushed === "each" ? landing.push : noPush,
    finalPush: pushed === "end" ? finalPush(landing.push, asked, gate) : null,
    inLine: values.run.exclusive && sharesPorts ? oneByOne() : (work) => work(),
  };
};

const oneByOne = (): Ground["inLine"] => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
};

/** When the commits of a run are pushed: what a person decides about is pushed once, when all of its orders have passed. */
const pushedWhen = (
  { kind }: Pick<Schedule, "kind">,
  { push: { mode, target, forPullRequest = false } }: Pick<Prepared, "push">,
  { waits }: Gate,
): "never" | "each" | "end" => {
  if (waits("push")) return target !== null && (mode !== "never" || forPullRequest !== false) ? "end" : "never";
  return mode === "end" && kind === "run" ? "each" : mode;
};

/** Which commands failed at the start commit, as the run's first session recorded it. */
const redRecorded = async (runs: readonly StoredRun[], start: string, repo: Repository) => {
  const tree = await repo.trees.hashOf(start);
  for (const run of runs) {
    const recorded = recordedIn(run, tree);
    if (recorded !== null) return recorded.red;
  }
  return [];
};

/** The commit at which the run's first session began. */
export const startOf = ({ previous }: Pick<Schedule, "previous">, baseline: string): string => {
  const [beginning] = previous?.journal.events ?? [];
  return beginning?.type === "schedule_started" ? beginning.baseline : baseline;
};

/** The orders of a plan whose predecessor is exempt. They stay the same when a run is resumed. */
const afterExempt = (orders: readonly LoadedOrder[]): ReadonlySet<string> =>
  new Set(orders.flatMap(({ order }, index) => (orders[index - 1]?.order.verify_exempt === true ? [order.id] : [])));

/** Throws if the installation lacks the prompt. */
const runExecutor = async (
  executor: Prepared["executor"],
  templates: string,
  users: Environment,
): Promise<RunExecutor | ByHand | null> => {
  if (executor === null || isByHand(executor)) return executor;
  const template = await readTextFile(join(templates, "EXECUTOR_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);
  return { ...executor, template: template.value, users };
};

/** How a run's orders are reviewed, according to its settings; null for no review. Throws if the installation lacks the prompt. */
export const reviewJobOf = async (
  { review: { model, rounds, on_failure: onFailure }, models }: Pick<Settings, "review" | "models">,
  templates: string,
): Promise<ReviewJob | null> => {
  if (model === null) return null;
  const template = await readTextFile(join(templates, "REVIEWER_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);
  return { template: template.value, limits: limitsFor([model], models), rounds, onFailure };
};
