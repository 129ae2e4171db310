import { dirname, resolve } from "node:path";
import type { Context, ReviseOptions } from "@llmch/config";
import type { Objection } from "@llmch/contract";
import { type OrderProgress, orderProgress } from "@llmch/factory";
import {
  type LoadedOrder,
  type LoadFault,
  notOwnFault,
  ordersOfRun,
  runsOfOrders,
  verifyContractBeside,
} from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import { accepted, type JsonValue, type Result, refusal, rejected } from "@llmch/text";
import { acquireLock, openRepository, type Repository } from "@llmch/workspace";
import { findObjected, type ObjectedRun } from "./find-objected.ts";
import { standingOrders } from "./revised-orders.ts";

/** The order that was objected to, and its surroundings, while we hold its branch's lock. */
export interface ObjectedScene {
  readonly objected: ObjectedRun;
  readonly progress: OrderProgress;
  /** Null if its failures led to the revision. */
  readonly objection: Objection | null;
  readonly before: LoadedOrder;
  readonly orders: readonly LoadedOrder[];
  readonly verifyContract: JsonValue;
  readonly baseline: string;
  readonly repo: Repository;
}

/** Runs the body on an order that was objected to, while its branch's lock is held. */
export const whileHeld = async <Value>(
  options: ReviseOptions,
  context: Context,
  body: (scene: ObjectedScene) => Promise<Result<Value, LoadFault>>,
): Promise<Result<Value, LoadFault>> => {
  const root = resolveArtifactsRoot(options.artifactsDir, context.env, context.cwd);
  const found = await findObjected(root, options.run, context.signal);
  if (!found.ok) return found;
  const { started, whole } = found.value;
  const strange = await notOwnFault(context.env, whole);
  if (strange !== null) return rejected(strange);
  const repo = await openRepository(resolve(context.cwd, options.repo ?? started.config.repo), context.env);
  if (!repo.ok) return repo;
  const lock = acquireLock(repo.value, started.branch, { run: whole.runId });
  if (!lock.ok) return lock;
  try {
    // Read the run again while holding the branch's lock: another process may have resumed it in the meantime.
    const again = await findObjected(root, whole.runId);
    if (!again.ok) return again;
    const scene = await sceneOf(again.value, repo.value);
    return scene.ok ? await body(scene.value) : scene;
  } finally {
    lock.value.release();
  }
};

const sceneOf = async (objected: ObjectedRun, repo: Repository): Promise<Result<ObjectedScene, LoadFault>> => {
  const { whole, run, started } = objected;
  const progress = orderProgress(run.journal.events);
  const { objection } = progress;
  const begun = await ordersOfRun(whole);
  if (!begun.ok) return begun;
  const standing = await standingOrders(begun.value, await runsOfOrders(whole));
  if (!standing.ok) return standing;
  const orders = standing.value;
  const before = orders.find(({ order }) => order.id === started.order);
  if (before === undefined) throw new Error(`the run ${run.runId} does not hold its order`);
  const directory = whole.kind === "run-all" ? started.config.orders : dirname(started.config.orders);
  const verifyContract = await verifyContractBeside(directory);
  const baseline = (await repo.branchTip(started.branch)) ?? started.baseline;
  if ((await repo.resolveCommit(baseline)) === null) {
    const message = `the repo has no commit ${baseline}, from which ${started.order} starts`;
    return rejected(refusal("not-resumable", message, "name the run's repo: `llmch revise --repo DIR`"));
  }
  return accepted({ objected, progress, objection, before, orders, verifyContract, baseline, repo });
};
