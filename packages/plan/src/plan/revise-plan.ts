import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Context, PlanOptions, PlanRevisionOptions } from "@llmch/config";
import { isInside, realLocation } from "@llmch/files";
import { type OrderChange, planChanges, standingPlanText } from "@llmch/planner";
import { checkPlanDirectory, resolveArtifactsRoot } from "@llmch/store";
import {
  accepted,
  canonicalJson,
  type JsonObject,
  printable,
  type Refusal,
  type Result,
  refusal,
  rejected,
} from "@llmch/text";
import { checkoutAt } from "@llmch/workspace";
import { findingsOfPlan } from "./examined.ts";
import { type FoundPlan, findPlan } from "./find-plan.ts";
import { specIn } from "./kept-spec.ts";
import { makePlan, type PreparedPlan, preparePlan } from "./make-plan.ts";
import { type PlanEnding, writeFault } from "./plan-ending.ts";
import { madeBy, newestPlan, type PlanOrigin } from "./plan-origin.ts";
import type { PlanFace } from "./plan-user.ts";
import { unnoticedFaults } from "./unnoticed.ts";

/** An existing plan, and everything needed to ask for a replacement. */
export interface PreparedRevision {
  readonly standing: FoundPlan;
  /** The folder whose orders the new plan may replace; null if a run keeps them, because they are its record. */
  readonly replaces: string | null;
  readonly options: PlanOptions;
  readonly prepared: PreparedPlan;
  /** The branch with the work that an examination holds something against; null if none does. */
  readonly branch: string | null;
}

/** The planner's replacement for an existing plan. */
export interface RevisedPlan {
  readonly ending: PlanEnding;
  /** The changes per order; empty unless the plan is valid. */
  readonly changes: readonly OrderChange[];
  /** What they say about the whole: overview, verify contract, what holds once all orders have landed. Left out if it is the same. */
  readonly whole?: { readonly before: JsonObject; readonly after: JsonObject } | undefined;
}

/** The repo that the plan to revise was made for, whose settings apply; null if there is no such plan, or if it was made for none. */
export const plannedRepo = async (
  options: Pick<PlanRevisionOptions, "plan" | "repo" | "artifactsDir">,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<string | null> => {
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const standing = await standingPlan(options, root, { env, cwd });
  const origin = standing.ok ? await madeBy(standing.value.orders, root, env) : null;
  return repoOf(options, origin, cwd);
};

const standingPlan = async (
  { plan, repo, artifactsDir }: Pick<PlanRevisionOptions, "plan" | "repo" | "artifactsDir">,
  root: string,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<FoundPlan, Refusal>> => {
  if (plan !== undefined) return findPlan(plan, { artifactsDir }, { env, cwd });
  const newest = await newestPlan(root, repo === false ? null : checkoutAt(resolve(cwd, repo ?? ".")), env);
  return newest.ok ? findPlan(newest.value.place, { artifactsDir }, { env, cwd }) : newest;
};

const repoOf = ({ repo }: Pick<PlanRevisionOptions, "repo">, origin: PlanOrigin | null, cwd: string): string | null => {
  const chosen = repo ?? (origin === null || origin.config === null ? checkoutAt(cwd) : origin.config.repo);
  return chosen === false ? null : chosen;
};

/** Finds the existing plan and the spec that it was made from, and reads what a compile needs. Makes nothing. */
export const prepareRevisedPlan = async (
  options: PlanRevisionOptions,
  context: Context,
): Promise<Result<PreparedRevision, Refusal>> => {
  const { env, cwd } = context;
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const found = await standingPlan(options, root, context);
  if (!found.ok) return found;
  const standing = found.value;
  const { place, orders } = standing;
  if (!statSync(place).isDirectory())
    return rejected(refusal("unreadable-input", `${place} is a file`, "name the folder that holds the orders"));
  const replaces = isInside(realLocation(root), realLocation(place)) ? null : place;
  const free =
    replaces === null
      ? accepted(null)
      : await checkPlanDirectory(replaces, { overwrite: true, hasDesign: context.settings.values.design.make });
  if (!free.ok) return free;
  const origin = await madeBy(orders, root, env);
  const kept = options.spec !== undefined || origin === null ? null : await specIn(origin.directory);
  const spec = options.spec ?? kept?.path ?? null;
  if (spec === null) {
    const message = `the run that made ${place} is not in ${root}, and with it the spec`;
    return rejected(refusal("unreadable-input", printable(message), "name the spec with --spec FILE"));
  }
  const { plan: _, repo: named, feedback: asked, isSameWindow = false, ...rest } = options;
  const examined = findingsOfPlan(place, root);
  const feedback = `${asked}${examined?.findings ?? ""}`;
  const part = isSameWindow ? origin?.config?.part : undefined;
  const repo = repoOf(options, origin, cwd);
  const template = options.template ?? origin?.config?.template ?? undefined;
  const planOptions: PlanOptions = {
    ...rest,
    ...(repo === null ? {} : { repo }),
    ...(template === undefined ? {} : { template }),
    ...(part === undefined ? {} : { part }),
    ...(options.spec !== undefined || origin?.config?.source === undefined ? {} : { source: origin.config.source }),
    ...(options.spec !== undefined ? {} : { imported: origin?.config?.imported }),
    ...{ spec, overwrite: false, revises: { plan: resolve(cwd, place), feedback } },
  };
  const given = {
    standing: standingPlanText(standing, await unnoticedFaults(orders, repo, root, env)),
    design: standing.design,
    work: examined?.commit ?? null,
    ...(kept === null ? {} : { spec: kept.text }),
  };
  const prepared = await preparePlan(planOptions, context, given);
  const branch = examined?.branch ?? null;
  return prepared.ok
    ? accepted({ standing, replaces, options: planOptions, prepared: prepared.value, branch })
    : prepared;
};

/** Asks the planner for the prepared plan, in a run of its own. Leaves the existing plan alone. */
export const revisePlan = async (
  { standing, options, prepared }: PreparedRevision,
  context: Context,
  face: PlanFace,
): Promise<Result<RevisedPlan, Refusal>> => {
  const made = await makePlan(prepared, options, context, face);
  if (!made.ok) return made;
  const { outcome } = made.value;
  if (outcome.kind !== "compiled") return accepted({ ending: made.value, changes: [] });
  const before = { system_overview: [], verify_contract: null, ...standing.whole };
  const { work_orders: _, ...after } = outcome.plan.manifest;
  return accepted({
    ending: made.value,
    changes: planChanges(standing.orders, outcome.plan.orders),
    whole: canonicalJson(before) === canonicalJson(after) ? undefined : { before, after },
  });
};

/** Replaces the existing plan with a valid one, unless somebody has changed it in the meantime. */
export const replaceStandingPlan = async (
  { standing, options }: Pick<PreparedRevision, "standing" | "options">,
  { ending: { outcome, orders } }: RevisedPlan,
  folder: string,
  context: Pick<Context, "env" | "cwd">,
): Promise<Result<null, Refusal>> => {
  const now = await findPlan(folder, options, context);
  if (!now.ok) return now;
  if (outcome.kind !== "compiled" || standingPlanText(now.value) !== standingPlanText(standing)) {
    const message = `the orders in ${folder} changed while the planner was asked`;
    return rejected(
      refusal("stale-plan", printable(message), "run the command again: the orders changed in the meantime"),
    );
  }
  const fault = await writeFault(outcome.plan, folder);
  return fault === null
    ? accepted(null)
    : rejected(refusal("not-writable", `${folder} cannot be written (${fault})`, `copy the orders from ${orders}`));
};
