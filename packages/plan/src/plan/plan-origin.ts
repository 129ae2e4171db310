import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PlanConfig } from "@llmch/contract";
import { isInside, realLocation } from "@llmch/files";
import { isOwnRun, MANIFEST_FILE, readOwnText, storedRuns } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import {
  accepted,
  type Environment,
  type JsonObject,
  objectMember,
  type Refusal,
  type Result,
  refusal,
  rejected,
  textMember,
} from "@llmch/text";
import { checkoutRoot } from "@llmch/workspace";

/** The run that made a plan. */
export interface PlanOrigin {
  readonly directory: string;
  /** Its options; null unless this user started it on this machine, since other records name other people's paths. */
  readonly config: PlanConfig | null;
}

/** The stored run that the orders' provenance names; null if there is none. */
export const madeBy = async (
  orders: readonly JsonObject[],
  root: string,
  env: Environment,
): Promise<PlanOrigin | null> => {
  const makers = new Set(orders.map(makerOf));
  const run = storedRuns(root).find(({ kind, runId }) => kind === "planner" && makers.has(runId));
  return run === undefined ? null : originOf(root, run.runId, env);
};

const makerOf = (order: JsonObject): string | null => textMember(objectMember(order, "provenance"), "planner_run_id");

/** A stored plan, by its run. */
export const originOf = async (root: string, runId: string, env: Environment): Promise<PlanOrigin> => {
  const stored = await readStoredRun(root, "planner", runId);
  const begun = stored.ok ? stored.value.journal.events[0] : undefined;
  const isOwn = stored.ok && (await isOwnRun(env, stored.value));
  return {
    directory: join(root, "planner", runId),
    config: isOwn && begun?.type === "plan_started" ? begun.config : null,
  };
};

/** The newest plan of a repo. */
export interface NewestPlan {
  readonly runId: string;
  /** The folder that its orders were written to, while it holds them: its user may have edited them there. Else its run's own. */
  readonly place: string;
  readonly spec: string;
}

/**
 * The newest plan that this user had made for a repo.
 * @param repo the root of its checkout; null for the plans of every repo
 */
export const newestPlan = async (
  root: string,
  repo: string | null,
  env: Environment,
): Promise<Result<NewestPlan, Refusal>> => {
  for (const { kind, runId } of storedRuns(root)) {
    const output = join(root, kind, runId, "output");
    if (kind !== "planner" || !existsSync(join(output, MANIFEST_FILE))) continue;
    const { config } = await originOf(root, runId, env);
    // What a build planned next is carried out by the build.
    if (
      config === null ||
      config.part !== undefined ||
      (repo !== null && (config.repo === null || checkoutRoot(config.repo) !== repo))
    )
      continue;
    const { revises, outdir, spec } = config;
    const folder = revises?.plan ?? outdir;
    const isStored = folder === null || isInside(realLocation(root), realLocation(folder));
    if (!isStored && holdsPlanOf(folder, runId)) return accepted({ runId, place: folder, spec });
    // What a folder was to be changed to and does not hold was declined.
    if (isStored || revises === undefined) return accepted({ runId, place: output, spec });
  }
  const message = `there is no plan${repo === null ? "" : " of this repo"} in ${root}`;
  const hint = "make one with `llmch plan SPEC`, or name the folder of its orders";
  return rejected(refusal("no-such-run", message, hint));
};

const holdsPlanOf = (folder: string, runId: string): boolean => {
  const manifest = readOwnText(join(folder, MANIFEST_FILE));
  return manifest.ok && manifest.value.includes(runId);
};
