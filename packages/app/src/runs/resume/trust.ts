import { dirname } from "node:path";
import type { Need, RunEvent } from "@llmch/contract";
import { type LoadedOrder, type LoadFault, openStep, ordersOfRun, runsOfOrders } from "@llmch/records";
import { foreignNeeds, standingOrders } from "@llmch/run";
import { ownRunMark, type RunPlace, type StoredRun } from "@llmch/store";
import { readDecision } from "@llmch/store/journals";
import { accepted, type Environment, type Result, sha256Hex } from "@llmch/text";
import { type Beginning, isOwnRun } from "./own-run.ts";

/** Those of the needs that today's user has not agreed to, by a decision in that run's folder. */
export const untrusted = (needs: readonly Need[], place: RunPlace, env: Environment): readonly Need[] =>
  needs.filter((need) => readDecision(env, place, need)?.decision !== "approve");

interface StandingOrders {
  /** The orders that the run began with. */
  readonly begun: readonly LoadedOrder[];
  /** The same with the revisions that were taken up. */
  readonly orders: readonly LoadedOrder[];
  readonly isOwn: boolean;
  /** What today's user has to agree to if the run came from elsewhere. */
  readonly needs: readonly Need[];
}

/** The orders of a run as they stand, and what has to be agreed to in them. */
export const ordersToGoOnWith = async (
  stored: StoredRun,
  beginning: Beginning,
  env: Environment,
): Promise<Result<StandingOrders, LoadFault>> => {
  const begun = await ordersOfRun(stored);
  if (!begun.ok) return begun;
  const standing = await standingOrders(begun.value, await runsOfOrders(stored), env);
  if (!standing.ok) return standing;
  const { orders } = standing.value;
  const isOwn = isOwnRun(stored, beginning, begun.value, env) && standing.value.isOwn;
  return accepted({ begun: begun.value, orders, isOwn, needs: isOwn ? [] : foreignNeeds(orders) });
};

/** What has to be agreed to before a build goes on that came from elsewhere: its record as it stands, each time anew. */
export const needsOfBuild = (
  stored: StoredRun,
  { config }: Extract<RunEvent, { readonly type: "build_started" }>,
  env: Environment,
): readonly Need[] => {
  if (ownRunMark(env, stored) !== null) return [];
  const what = `the build of ${config.spec} in ${config.repo} was begun elsewhere, or was changed since`;
  return [{ id: stored.runId, kind: "orders", what, sha256: sha256Hex(stored.journal.checksum) }];
};

/** What today's user has not agreed to yet of a run that came from elsewhere; empty for one of their own. */
export const openTrust = async (stored: StoredRun, env: Environment): Promise<readonly Need[]> => {
  const { kind, directory, journal } = stored;
  const [build] = journal.events;
  const part = kind === "build" ? await openStep(dirname(dirname(directory)), journal) : stored;
  const beginning = part?.journal.events[0];
  const orders =
    part !== null && (beginning?.type === "schedule_started" || beginning?.type === "order_started")
      ? await ordersToGoOnWith(part, beginning, env)
      : null;
  const needs = build?.type === "build_started" ? needsOfBuild(stored, build, env) : [];
  return untrusted([...needs, ...(orders?.ok === true ? orders.value.needs : [])], stored, env);
};
