import { newRunId, resolveArtifactsRoot } from "@llmch/host";
import { EXIT } from "../exit-codes.ts";
import type { Context } from "../main.ts";
import type { PlanOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { planQuestion, planQuestionHash } from "../plan/compile-inputs.ts";
import { compileRun } from "../plan/compile-run.ts";
import { concludePlan } from "../plan/conclusion.ts";
import { type PlanSources, readPlanSources, withModel } from "../plan/inputs.ts";
import { type StoredPlan, storedPlan } from "../plan/stored-plan.ts";

/** `llmch plan`: compiles a spec into work orders (contract §4), or takes those that the same question gave before. */
export const plan = async (options: PlanOptions, context: Context): Promise<Outcome> => {
  const sources = await readPlanSources(options, context);
  if (!sources.ok) return refused(sources.issues);
  const stored = await plannedBefore(sources.value, options, context);
  if (stored !== null) {
    const run = { ...stored, target: sources.value.target };
    return (await concludePlan(stored.outcome, run, options, context, null)).ended;
  }
  const inputs = await withModel(sources.value, options, context);
  if (inputs.ok) return compileRun(inputs.value, options, newRunId(), context);
  const exitCode = inputs.issues.some(({ code }) => code === "no-key") ? EXIT.model : EXIT.failed;
  return refused(inputs.issues, exitCode);
};

/** Looks for a plan in the store of this command. Where a record answers, it is asked. */
const plannedBefore = async (
  sources: PlanSources,
  options: PlanOptions,
  { settings: { values }, env, cwd }: Context,
): Promise<StoredPlan | null> => {
  const isReplay = options.replay !== undefined || values.planner.model.some((name) => name.startsWith("replay:"));
  if (options.refresh || isReplay) return null;
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const stored = await storedPlan(root, planQuestion(sources, values), planQuestionHash(sources, values, env));
  // Without --outdir the orders are where that run wrote them, and must be right as they stand there.
  return stored !== null && (stored.isAsWritten || options.outdir !== undefined) ? stored : null;
};
