import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Context } from "@llmch/config";
import { type Design, wholeOf } from "@llmch/contract";
import {
  designIn,
  manifestOf,
  namedRun,
  noOrders,
  ORDERS_FOLDER,
  ordersOf,
  readPlan,
  storedSummaries,
} from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import {
  accepted,
  isJsonObject,
  type JsonObject,
  printable,
  type Refusal,
  type Result,
  refusal,
  rejected,
} from "@llmch/text";
import { strayLink } from "@llmch/workspace";

/** An existing plan, wherever it is. */
export interface FoundPlan {
  /** The folder of its orders, or its manifest. */
  readonly place: string;
  /** Its orders, normalised; they need not be valid. */
  readonly orders: readonly JsonObject[];
  /** What it says of the whole: the planner's sentences, the verify contract, what holds once all orders have landed. */
  readonly whole: JsonObject;
  /** The design that its orders follow; null if there is none. */
  readonly design: Design | null;
}

/** Finds a plan by its path, or by the id of the run that made it or carried it out. Only reads. */
export const findPlan = async (
  named: string,
  { artifactsDir }: { readonly artifactsDir?: string | undefined },
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<FoundPlan, Refusal>> => {
  if (existsSync(resolve(cwd, named))) {
    const stray = await strayLink(resolve(cwd, named), env);
    return stray === null ? readFound(resolve(cwd, named)) : rejected(stray);
  }
  const place = placeOfRun(named, { artifactsDir }, { env, cwd });
  return place.ok ? readFound(place.value) : place;
};

/** The folder in which a run keeps its orders. */
export const placeOfRun = (
  named: string,
  { artifactsDir }: { readonly artifactsDir?: string | undefined },
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Result<string, Refusal> => {
  const summaries = storedSummaries(resolveArtifactsRoot(artifactsDir, env, cwd));
  const { root } = summaries;
  const found = namedRun(summaries, named);
  if (!found.ok) {
    const [{ code, message }] = found.issues;
    return rejected(refusal(code, message, "name the folder of a plan, or a run that `llmch runs` lists"));
  }
  const { kind, runId } = found.value;
  const run = join(root, kind, runId);
  let directory = join(run, kind === "planner" ? "output" : ORDERS_FOLDER);
  // One that began anew keeps each of its plans.
  for (let plan = 2; existsSync(join(run, `${ORDERS_FOLDER}_${plan}`)); plan++)
    directory = join(run, `${ORDERS_FOLDER}_${plan}`);
  if (existsSync(directory)) return accepted(directory);
  return rejected(
    refusal("no-orders", `the run ${printable(runId)} holds no plan`, `\`llmch show ${runId}\` says why`),
  );
};

const readFound = async (place: string): Promise<Result<FoundPlan, Refusal>> => {
  const plan = await readPlan(place);
  if (!plan.ok) return plan;
  const manifest = manifestOf(plan.value);
  const orders = ordersOf(manifest).filter(isJsonObject);
  if (orders.length === 0) return rejected(noOrders(place, manifest));
  const design = await designIn(plan.value.kind === "manifest" ? dirname(place) : place);
  if (!design.ok) return design;
  return accepted({ place, orders, whole: wholeOf(manifest), design: design.value });
};
