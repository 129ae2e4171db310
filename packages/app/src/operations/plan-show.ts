import { findPlan, keptSpec } from "@llmch/plan";
import { coverageOf as coverageIn, fulfilledBy } from "@llmch/planner";
import { resolveArtifactsRoot } from "@llmch/store";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, repo, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { planPlace } from "../request/plan-place.ts";
import { runAllCommand } from "../runs/order-commands.ts";
import { planOf, planSchema } from "../runs/results/planned-orders.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "plan show",
  topic: "Plan",
  sentence: "print what a plan holds: its orders, what each depends on, and what it assumes",
  may: "read",
  argument: { member: "plan", shown: "[plan-dir-or-run]" },
  request: z.strictObject({
    plan: text().optional().describe("a folder of orders, a manifest, or a run (default: the newest plan of the repo)"),
    repo: repo("the target repo to name in the next command"),
    artifactsDir: artifactsDir(),
  }),
  result: planSchema(),
  examples: ["plan show wo", "plan show --json"],
}));

/** What a plan holds, as `plan` gave it at its end. Changes nothing. */
export const operate = async (
  { plan, repo: target, artifactsDir }: RequestOf<typeof description>,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const { env, cwd } = context;
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const named = await planPlace(plan, { artifactsDir, repo: target }, context);
  if (!named.ok) return refused(named.issues);
  const found = await findPlan(named.value, { artifactsDir }, context);
  if (!found.ok) return refused(found.issues);
  const { place, orders, whole } = found.value;
  const next = runAllCommand(place, target, root, { env, cwd });
  const spec = await keptSpec(orders, root, env);
  const coverage = spec === null ? null : coverageIn(spec, orders.map(fulfilledBy));
  return done(await planOf(orders, whole, coverage, next), {
    paths: { plan: place },
    counts: { work_orders: orders.length },
  });
};
