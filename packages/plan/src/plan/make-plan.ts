import type { Context, PlanOptions } from "@llmch/config";
import { loadOrderValues } from "@llmch/records";
import { checkPlanDrift } from "@llmch/run";
import { newRunId, resolveArtifactsRoot } from "@llmch/store";
import { accepted, type Refusal, type Result } from "@llmch/text";
import { openRepository } from "@llmch/workspace";
import { planQuestion, planQuestionHash } from "./compile-inputs.ts";
import { compileRun } from "./compile-run.ts";
import { type GivenTexts, type PlanInputs, type PlanSources, readPlanSources, withModel } from "./inputs.ts";
import { endPlan, type PlanEnding } from "./plan-ending.ts";
import type { PlanFace } from "./plan-user.ts";
import { type StoredPlan, storedPlan } from "./stored-plan.ts";
import type { Target } from "./target.ts";

/** A stored plan, or what to compile a new one from. */
export type PreparedPlan =
  | { readonly kind: "stored"; readonly ending: PlanEnding }
  | { readonly kind: "inputs"; readonly inputs: PlanInputs };

/**
 * Reads and checks everything that a plan needs (contract §4), without making anything. If the same question gave a plan before, that one
 * is taken from the store.
 */
export const preparePlan = async (
  options: PlanOptions,
  context: Context,
  given: GivenTexts = {},
): Promise<Result<PreparedPlan, Refusal>> => {
  const sources = await readPlanSources(options, context, given);
  if (!sources.ok) return sources;
  const stored = await plannedBefore(sources.value, options, context);
  if (stored !== null) {
    const run = { ...stored, target: sources.value.target };
    return accepted({ kind: "stored", ending: await endPlan(stored.outcome, run, options, context, null) });
  }
  const inputs = await withModel(sources.value, options, context);
  return inputs.ok ? accepted({ kind: "inputs", inputs: inputs.value }) : inputs;
};

/** Makes the prepared plan in a new run directory, unless it is a stored one. */
export const makePlan = async (
  prepared: PreparedPlan,
  options: PlanOptions,
  context: Context,
  face: PlanFace,
): Promise<Result<PlanEnding, Refusal>> =>
  prepared.kind === "stored"
    ? accepted(prepared.ending)
    : compileRun(prepared.inputs, options, idOf(options, context), context, face);

const idOf = ({ artifactsDir }: PlanOptions, { asked, env, cwd }: Context): string =>
  asked?.runId ?? newRunId(resolveArtifactsRoot(artifactsDir, env, cwd));

/** Looks for a plan in this command's store. A replay always asks its record instead. */
const plannedBefore = async (
  sources: PlanSources,
  options: PlanOptions,
  { settings: { values }, env, cwd }: Context,
): Promise<StoredPlan | null> => {
  const isReplay = options.replay !== undefined || values.planner.model.some((name) => name.startsWith("replay:"));
  // It is not known whether the acceptance commands of a stored plan were tried on the repo as it is; and a build plans anew.
  if (options.refresh || options.run === true || isReplay || options.part !== undefined) return null;
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const hash = planQuestionHash(sources, values, env);
  const stored = await storedPlan(root, planQuestion(sources, values), hash, env);
  // Without --outdir the orders stay where that run wrote them, so they must be correct there.
  if (options.strict === true && stored !== null && stored.outcome.warnings.length > 0) return null;
  if (stored === null || !(stored.isAsWritten || options.outdir !== undefined)) return null;
  return (await isUpToDate(stored, sources.target, env)) ? stored : null;
};

/** Whether its files are as they were when it was planned: a commit that changed others does not matter. */
const isUpToDate = async ({ outcome }: StoredPlan, { directory, commit }: Target, env: Context["env"]) => {
  if (directory === null || commit === null || outcome.kind !== "compiled") return true;
  const { orders, manifest } = outcome.plan;
  const [repo, loaded] = [await openRepository(directory, env), loadOrderValues(orders, manifest)];
  if (!repo.ok || !loaded.ok) return orders.length === 0;
  const planned = loaded.value.map(({ order }) => order);
  const drift = await checkPlanDrift(planned, commit, repo.value, { allowStale: false });
  return drift.ok && drift.value.length === 0;
};
