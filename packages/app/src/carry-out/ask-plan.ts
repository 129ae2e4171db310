import type { AttemptLimit, PlanOptions } from "@llmch/config";
import { compileRun, type PlanInputs } from "@llmch/plan";
import { newRunId, resolveArtifactsRoot, type StoredRun } from "@llmch/store";
import type { OperationContext } from "../context.ts";
import { refused, unplanned } from "../outcome.ts";
import { type PlanOutcome, planOutcome } from "../runs/results/plan.ts";
import { prepareResumedPlan } from "../runs/resume/resume-plan.ts";

/**
 * Asks for a plan in a run of its own, and tells its face of it.
 * @param run its id, by default a new one; and the run itself, if an earlier session has begun it
 */
export const askPlan = async (
  inputs: PlanInputs,
  options: PlanOptions,
  { runId, previous = null }: { readonly runId?: string | undefined; readonly previous?: StoredRun | null },
  context: OperationContext,
): Promise<PlanOutcome> => {
  const { face, settings } = context;
  const { repo = false, source, spec } = options;
  const { replay, warnings } = inputs.model;
  await face.begins({
    ...{ kind: "plan", operation: "plan", subject: source?.url ?? spec, repo, replay, warnings },
    ...{ models: settings.values.planner.model, caps: settings.values.budget },
  });
  const root = resolveArtifactsRoot(options.artifactsDir, context.env, context.cwd);
  const ending = await compileRun(inputs, options, runId ?? newRunId(root), context, face, previous);
  return ending.ok ? planOutcome(ending.value, { repo }, context) : refused(ending.issues);
};

/** Goes on with a plan that an earlier session began, in its own run. */
export const resumePlan = async (
  stored: StoredRun,
  asked: Omit<PlanOptions, "spec">,
  limit: AttemptLimit | undefined,
  context: OperationContext,
): Promise<PlanOutcome> => {
  const [beginning] = stored.journal.events;
  if (beginning?.type !== "plan_started") throw new Error(`the run ${stored.runId} is no plan`);
  const prepared = await prepareResumedPlan(stored, beginning, asked, limit, context);
  if (!prepared.ok) return unplanned(prepared.issues);
  const { inputs, options, context: held } = prepared.value;
  return askPlan(inputs, options, { runId: stored.runId, previous: stored }, { ...context, ...held });
};
