import { join } from "node:path";
import type { Context } from "@llmch/config";
import { keptSpec, madeBy } from "@llmch/plan";
import { findPlan } from "@llmch/plan/plan";
import { type Coverage, coverageOf, fulfilledBy } from "@llmch/planner";
import { readOwnObject } from "@llmch/store";
import { dollarsInWords, type JsonObject, numberMember, objectMember, textMember } from "@llmch/text";
import { type LookedAt, wholeShown } from "../results/planned-orders.ts";

/** What a person reads before a plan is carried out. */
export interface PlanToReview extends Pick<LookedAt, "overview" | "acceptance"> {
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
    ...{ orders, ...wholeShown(whole), estimate: estimateInWords(estimate) },
    coverage: spec === null ? null : coverageOf(spec, orders.map(fulfilledBy)),
  };
};

const estimateInWords = (estimate: JsonObject): string | null => {
  const basis = textMember(estimate, "basis");
  if (basis === null) return null;
  const [likely, high] = ["likely", "high"].map((name) => numberMember(objectMember(estimate, name), "cost_usd"));
  const isPriced = typeof likely === "number" && typeof high === "number";
  return `${isPriced ? `likely ${dollarsInWords(likely)}, at most ${dollarsInWords(high)}` : "cost unknown"} (${basis})`;
};
