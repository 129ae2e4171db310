import { join } from "node:path";
import type { Context } from "@llmch/config";
import { type Acceptance, planAcceptanceOf } from "@llmch/contract";
import { keptSpec, madeBy } from "@llmch/plan";
import { findPlan } from "@llmch/plan/plan";
import { type Coverage, coverageOf, fulfilledBy } from "@llmch/planner";
import { readOwnObject } from "@llmch/store";
import { estimateInWords } from "@llmch/story";
import { type JsonObject, objectMember, textsMember } from "@llmch/text";

/** What a person reads before a plan is carried out. */
export interface PlanToReview {
  /** What the planner says about the plan as a whole, one sentence each, including its assumptions. */
  readonly overview: readonly string[];
  /** The commands that hold once all orders have landed. */
  readonly acceptance: readonly Acceptance[];
  /** The documents of its orders. */
  readonly orders: readonly JsonObject[];
  /** Which sentences of the spec it fulfils; null if unknown. */
  readonly coverage: Coverage | null;
  /** What carrying it out may cost, as its planner's run estimated it; null if unknown. */
  readonly estimate: string | null;
}

/** The plan that a run made, or that it carries out; null if it holds none. */
export const planToReview = async (
  runId: string,
  root: string,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<PlanToReview | null> => {
  const found = await findPlan(runId, { artifactsDir: root }, { env, cwd });
  if (!found.ok) return null;
  const { orders, whole } = found.value;
  const [spec, origin] = [await keptSpec(orders, root, env), await madeBy(orders, root, env)];
  const record = origin === null ? null : readOwnObject(join(origin.directory, "run.json"));
  const estimate = record === null ? {} : objectMember(objectMember(record, "outputs"), "estimate");
  return {
    ...{ orders, overview: textsMember(whole, "system_overview"), acceptance: planAcceptanceOf(whole) },
    estimate: estimateInWords(estimate),
    coverage: spec === null ? null : coverageOf(spec, orders.map(fulfilledBy)),
  };
};
