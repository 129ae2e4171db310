import { type GivenSettings, recordedSettings } from "@llmch/config";
import type { PlanConfig, RunConfig, RunEvent } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { isInside, realLocation } from "@llmch/files";
import type { LoadedOrder } from "@llmch/records";
import { ownRunMark, type StoredRun } from "@llmch/store";
import type { Environment } from "@llmch/text";

/** The event that begins a run of orders. */
export type Beginning = Extract<RunEvent, { readonly type: "order_started" | "schedule_started" }>;

/** True if this user started the run on this machine, and neither its options nor its orders have changed since. */
export const isOwnRun = (
  stored: StoredRun,
  beginning: Beginning,
  orders: readonly LoadedOrder[],
  env: Environment,
): boolean => {
  if (ownRunMark(env, stored) === null) return false;
  const begun =
    beginning.type === "schedule_started"
      ? new Map(beginning.orders.map(({ order, sha256 }) => [order, sha256]))
      : new Map([[beginning.order, beginning.work_order_sha256]]);
  return orders.length === begun.size && orders.every(({ order, sha256 }) => begun.get(order.id) === sha256);
};

/**
 * The config of a run that came from elsewhere. Only its orders, repo and branch count: anything that loosens limits, spends or writes
 * elsewhere is for today's user to decide.
 */
export const tightened = ({ by_hand: _, ...config }: RunConfig, today: Settings): RunConfig => ({
  ...config,
  max_attempts: today.factory.max_attempts,
  approve: [...new Set([...(config.approve ?? []), ...today.approve])],
  allow_verify_exempt: false,
  allow_empty: false,
  allow_dirty: false,
  allow_stale: false,
  sandbox: "required",
  allow_network: false,
  push: today.factory.push !== "never",
  out: null,
  settings: recordedSettings(today),
});

/** Today's settings for a run that came from elsewhere. It pushes only if a flag asks for it. */
export const settingsForForeign = (today: Settings, given: GivenSettings): Settings =>
  Object.hasOwn(given, "factory.push") ? today : { ...today, factory: { ...today.factory, push: "never" } };

/** The same for a plan: it replaces nothing, and writes no orders outside the working directory. */
export const tightenedPlan = (config: PlanConfig, cwd: string): PlanConfig => {
  const isHere = config.outdir !== null && isInside(realLocation(cwd), realLocation(config.outdir));
  return { ...config, overwrite: false, outdir: isHere ? config.outdir : null };
};

/** The warning for such a plan. */
export const foreignPlanWarning = (runId: string): string =>
  `the plan ${runId} was begun elsewhere, or was changed since: today's settings count, and it replaces no orders`;

/** The warning for such a run. */
export const foreignWarning = (runId: string, repo: string): string =>
  `the run ${runId} was begun elsewhere, or was changed since: in ${repo} its commands run in the sandbox alone, and today's settings count; ` +
  "if you trust it, --no-sandbox, --allow-network, --allow-verify-exempt, --allow-empty and --allow-stale loosen that anew";
