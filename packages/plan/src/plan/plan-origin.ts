import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Environment, type JsonObject, objectMember, type PlanConfig, textMember } from "@llmch/contract";
import { isInside, realLocation } from "@llmch/files";
import { MANIFEST_FILE, ownRunMark, storedRuns } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";

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

const originOf = async (root: string, runId: string, env: Environment): Promise<PlanOrigin> => {
  const stored = await readStoredRun(root, "planner", runId);
  const begun = stored.ok ? stored.value.journal.events[0] : undefined;
  const isOwn = stored.ok && ownRunMark(env, stored.value) !== null;
  return {
    directory: join(root, "planner", runId),
    config: isOwn && begun?.type === "plan_started" ? begun.config : null,
  };
};

/** The folder outside the store that the newest plan was written to, or was meant to change; null if there is none. */
export const standingFolder = async (root: string, env: Environment): Promise<string | null> => {
  const newest = storedRuns(root).find(
    ({ kind, runId }) => kind === "planner" && existsSync(join(root, kind, runId, "output", MANIFEST_FILE)),
  );
  const config = newest === undefined ? null : (await originOf(root, newest.runId, env)).config;
  const folder = config?.revises?.plan ?? config?.outdir ?? null;
  return folder !== null &&
    existsSync(join(folder, MANIFEST_FILE)) &&
    !isInside(realLocation(root), realLocation(folder))
    ? folder
    : null;
};
