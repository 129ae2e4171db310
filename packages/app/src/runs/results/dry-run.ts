import { join } from "node:path";
import type { Forecast } from "@llmch/plan";
import type { Prepared, Schedule } from "@llmch/run";
import { NO_SPENDING } from "@llmch/story";
import { done, type Outcome } from "../../outcome.ts";
import { asWarning } from "./run.ts";
import { pushOf, type RunResult } from "./run-result.ts";
import type { RunScene } from "./run-scene.ts";
import { spentOf } from "./spent.ts";

/** What would be done, after all checks passed. Nothing was created for it. */
export const dryRunOutcome = (
  { kind, runId, orders, tasks, config }: Schedule,
  prepared: Prepared,
  scene: Pick<RunScene, "push" | "isolation">,
  forecast: Forecast,
): Outcome<RunResult> => {
  const { artifactsRoot, branch, baseline } = prepared;
  const before = orders.length - tasks.length;
  return done(
    {
      ...{ kind, runId, verdict: "PASS", branch, baseline, orders: [], spent: spentOf(NO_SPENDING), dryRun: true },
      evidence: null,
      directory: join(artifactsRoot, kind === "run" ? "factory" : "run-all", runId),
      skipped: prepared.skipped.map(({ order }) => order.id),
      push: pushOf({ pushed: false, failed: false, message: scene.push }, prepared.push),
      sandbox: scene.isolation,
      wouldRun: tasks.map(({ loaded }) => loaded.order.id),
      config: JSON.parse(JSON.stringify(config)),
      ...forecastResult(forecast),
    },
    {
      counts: { orders: orders.length, skipped: before, would_run: tasks.length },
      warnings: prepared.warnings.map(asWarning),
    },
  );
};

/** What to expect of a run, as results have it. */
const forecastResult = ({ graph, waves, longestChain, commands, estimate }: Forecast) => ({
  graph: graph.orders.map(({ id, after }) => ({ id, after: [...after] })),
  waves: waves.map((ids) => [...ids]),
  longestChain: [...longestChain],
  commands: {
    setup: [...commands.setup],
    verify: [...commands.verify],
    verifyReason: commands.verifyReason,
    derive: [...commands.derives],
    acceptance: Object.fromEntries(commands.orders.map(({ id, acceptance }) => [id, [...acceptance]])),
  },
  ...(estimate === null ? {} : { estimate }),
});
