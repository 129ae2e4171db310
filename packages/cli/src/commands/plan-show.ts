import { counted, EXIT } from "@llmch/contract";
import { findPlan, keptSpec } from "@llmch/engine/plan";
import { coverageOf, fulfilledBy } from "@llmch/planner";
import { resolveArtifactsRoot } from "@llmch/store";
import type { CommandContext } from "../command-context.ts";
import { colorsFor } from "../console/paint.ts";
import type { PlanShowOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { coverageTable } from "../plan/coverage-lines.ts";
import { plannedOrders } from "../plan/orders-table.ts";
import { type LookedAt, planDocument, planLines, runAllCommand } from "../plan/plan-lines.ts";
import { tableWidth } from "../plan/table-width.ts";

/** `llmch plan show`: what a plan holds, as `llmch plan` printed it at its end. Changes nothing. */
export const planShow = async (
  options: PlanShowOptions,
  { env, cwd, console }: Pick<CommandContext, "env" | "cwd" | "console">,
): Promise<Outcome> => {
  const found = await findPlan(options.plan, options, { env, cwd });
  if (!found.ok) return refused(found.issues);
  const { place, orders, overview } = found.value;
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const next = runAllCommand(place, options.repo, root, { env, cwd });
  const spec = await keptSpec(orders, root, env);
  const coverage = spec === null ? null : coverageOf(spec, orders.map(fulfilledBy));
  const plan: LookedAt = { orders: await plannedOrders(orders), overview, estimate: null, coverage, next };
  const { stdout } = console;
  const page = { colors: colorsFor(options, env, stdout.isTTY === true), width: tableWidth(stdout) };
  const table = coverage === null ? [] : await coverageTable(coverage, page);
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: options.json
      ? []
      : [
          ...(options.quiet ? [] : await planLines(plan, page, table)),
          `PASS  ${counted(orders.length, "order")}: ${place}`,
        ],
    paths: { plan: place },
    counts: { work_orders: orders.length },
    ...(options.json ? { extra: planDocument(plan) } : {}),
  };
};
