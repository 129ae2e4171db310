import { join, resolve } from "node:path";
import type { JsonObject } from "@llmch/contract";
import {
  createWorktree,
  monotonicClock,
  type RunStore,
  readTextFile,
  sweepAbandonedWorktrees,
  type Worktree,
} from "@llmch/host";
import { secretsOf } from "@llmch/models";
import { createOrderView } from "../console/order-view.ts";
import { EXIT } from "../exit-codes.ts";
import type { Surroundings } from "../main.ts";
import type { FactoryOptions } from "../options.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import { createRunGateway } from "./gateway.ts";
import { type OrderRun, type OrderRunContext, runOrder } from "./order-run.ts";
import type { Prepared } from "./preflight.ts";

/** Told of each order's run as it ends. */
export type OnOrderRun = (run: OrderRun, loaded: LoadedOrder) => Promise<void>;

/**
 * Carries the pending orders out one after the other in one worktree, until one does not pass (contract §1, §6). The
 * worktree is gone at the end, however that came.
 */
export const execute = async (
  prepared: Prepared,
  options: FactoryOptions,
  surroundings: Surroundings,
  onOrderRun: OnOrderRun,
): Promise<readonly OrderRun[]> => {
  const { console, signal } = surroundings;
  const template = await readTextFile(join(surroundings.templates, "FACTORY_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);
  const swept = await sweepAbandonedWorktrees(prepared.repo);
  for (const path of swept) console.progress(console.colors.dim(`cleared what an earlier run left: ${path}`));

  let worktree: Worktree | null = null;
  const discard: OrderRunContext["discard"] = async () => {
    const removed = worktree === null ? null : await worktree.remove();
    worktree = null;
    return removed === null || removed.ok ? null : removed.issues[0];
  };
  // One gateway for the whole schedule: what a server was found to refuse is remembered from order to order.
  let recordingTo: RunStore | null = null;
  const models = { factory: { model: options.llmModel, temperature: options.llmTemperature } };
  const gateway = createRunGateway(() => recordingTo, prepared.model, models, surroundings);
  const context: OrderRunContext = {
    artifactsRoot: prepared.artifactsRoot,
    version: surroundings.version,
    template: template.value,
    branch: prepared.branch,
    maxAttempts: options.maxAttempts,
    timeoutSeconds: options.timeoutSeconds,
    modelName: options.llmModel,
    push: options.push,
    config: configOf(options),
    signal,
    clock: monotonicClock,
    now: () => new Date(),
    view: createOrderView(console, { live: prepared.model.kind === "live" }),
    secrets: secretsOf(surroundings.env),
    createModel: (store) => {
      recordingTo = store;
      return gateway;
    },
    worktree: async () => {
      const { baseline, branch, branchTip } = prepared;
      worktree ??= await createWorktree(prepared.repo, {
        baseline,
        branch,
        branchExpectedTip: branchTip,
        signal,
        excluded: prepared.ownPlaces,
      });
      return worktree;
    },
    discard,
  };
  const runs: OrderRun[] = [];
  try {
    for (const loaded of prepared.pending) {
      if (signal.aborted) break;
      const run = await runOrder(loaded, context);
      runs.push(run);
      await onOrderRun(run, loaded);
      if (run.verdict !== "PASS" || run.fault !== null) break;
    }
  } finally {
    const left = await discard();
    if (left !== null) console.error(`${left.message}: ${left.mend}`);
  }
  return runs;
};

/** The exit code of a schedule: that of the order that ended it (contract §1). A signal after the last one is too late. */
export const exitCodeOf = (runs: readonly OrderRun[], pending: number, signal: AbortSignal): number => {
  const last = runs.at(-1);
  if (last !== undefined && last.exitCode !== EXIT.ok) return last.exitCode;
  if (signal.aborted && runs.length < pending) return EXIT.interrupted;
  return last !== undefined && last.fault !== null ? EXIT.unexpected : EXIT.ok;
};

/** What a run was asked with, as its record tells it. */
const configOf = (options: FactoryOptions): JsonObject => ({
  llm_model: options.llmModel,
  llm_temperature: options.llmTemperature,
  max_attempts: options.maxAttempts,
  timeout_seconds: options.timeoutSeconds,
  branch: options.branch ?? null,
  create_branch: options.createBranch,
  reuse_branch: options.reuseBranch,
  commit_hash: options.commitHash ?? null,
  allow_verify_exempt: options.allowVerifyExempt,
  allow_dirty: options.allowDirty,
  push: options.push,
  repo: resolve(options.repo),
  replay: options.replay ?? null,
  replay_strict: options.replayStrict,
});
