import type { RunConfig } from "@llmch/contract";
import { spentDocument } from "@llmch/story";
import { whileShown } from "../console/run-view.ts";
import type { Context } from "../main.ts";
import { INTERRUPTED, type Outcome } from "../outcome.ts";
import { spentBefore } from "./command-budget.ts";
import { copyArtifacts } from "./copy-artifacts.ts";
import { execute, exitCodeOf, type OrderTask } from "./execution.ts";
import { resumeCommand, showCommand, usedUp } from "./next-commands.ts";
import { filesToRead, largerLimitOf, type OrderRun } from "./order-ending.ts";
import type { Prepared } from "./preflight.ts";
import { asWarning, explainFailure, headerLines, runEntry, runErrors, runWarnings, verdictLine } from "./run-report.ts";
import { tellSpent } from "./spent-line.ts";
import { watchedOrders } from "./watched-orders.ts";

/** Carries one order out and says how it ended. */
export const runSingle = async (
  command: string,
  task: OrderTask,
  prepared: Prepared,
  config: RunConfig,
  context: Context,
): Promise<Outcome> => {
  const { console, signal } = context;
  console.progress(headerLines(command, 1, prepared, config, console.colors).join("\n"));
  const copyWarnings: string[] = [];
  const before = task.earlier === null ? undefined : spentBefore(task.earlier);
  const goOn = (run: OrderRun) =>
    resumeCommand(run.runId, usedUp(run), prepared.artifactsRoot, context, largerLimitOf(run));
  const [ended] = await whileShown(watchedOrders([task.loaded], [task], prepared), console, (view) =>
    execute([task], prepared, { config, schedule: null, before }, context, view, {
      started: async () => {},
      ended: async (orderRun) => {
        explainFailure(orderRun, console, showCommand(orderRun.runId, prepared.artifactsRoot, context));
        if (orderRun.verdict !== "PASS") {
          console.progress(`go on:\n  ${goOn(orderRun)}`);
        }
        if (config.out !== null) copyWarnings.push(...(await copyArtifacts(orderRun.directory, config.out)));
      },
    }),
  );
  for (const warning of copyWarnings) console.error(`warning: ${warning}`);
  if (ended === undefined) return INTERRUPTED;
  tellSpent(ended.spent, console);
  const exitCode = exitCodeOf([ended], 1, signal);
  const next = ended.verdict === "PASS" ? undefined : filesToRead(ended)[0];
  return {
    exitCode,
    verdict: ended.verdict,
    lines: [verdictLine(ended, task.loaded.order.title)],
    runId: ended.runId,
    paths: { artifacts: ended.directory, ...(next === undefined ? {} : { next }) },
    counts: { orders: 1, passed: ended.verdict === "PASS" ? 1 : 0, attempts: ended.attempts.length },
    errors: runErrors([ended], exitCode),
    warnings: [...runWarnings([ended]), ...[...prepared.warnings, ...copyWarnings].map(asWarning)],
    extra: {
      branch: prepared.branch,
      commit: runEntry(ended).commit,
      work_order_id: ended.orderId,
      spent: spentDocument(ended.spent),
      ...(ended.verdict === "PASS" ? {} : { resume: goOn(ended) }),
    },
  };
};
