import { dirname, resolve } from "node:path";
import type { Surroundings } from "../main.ts";
import type { RunOptions } from "../options.ts";
import { loadOrderFile } from "../orders/load-orders.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";
import { copyArtifacts } from "../run/copy-artifacts.ts";
import { execute, exitCodeOf } from "../run/execution.ts";
import { filesToRead } from "../run/order-run.ts";
import { preflight } from "../run/preflight.ts";
import { explainFailure, headerLines, runEntry, runErrors, runWarnings, verdictLine } from "../run/run-report.ts";

/** `llmch run`: carries one work order out, to one commit or none (contract §5). */
export const run = async (options: RunOptions, surroundings: Surroundings): Promise<Outcome> => {
  const { console, cwd, signal } = surroundings;
  const file = resolve(cwd, options.workOrder);
  const loaded = await loadOrderFile(file);
  if (!loaded.ok) return refused(loaded.issues);
  const prepared = await preflight([loaded.value], dirname(file), { ...options, skipDone: false }, surroundings);
  if (!prepared.ok) return refused(prepared.issues);

  for (const line of headerLines("run", prepared.value, options, console.colors)) console.progress(line);
  const copyWarnings: string[] = [];
  const [ended] = await execute(prepared.value, options, surroundings, async (orderRun) => {
    explainFailure(orderRun, console);
    if (options.out !== undefined)
      copyWarnings.push(...(await copyArtifacts(orderRun.directory, resolve(cwd, options.out))));
  });
  for (const warning of copyWarnings) console.error(`warning: ${warning}`);
  if (ended === undefined) return INTERRUPTED;
  const exitCode = exitCodeOf([ended], 1, signal);
  const next = ended.verdict === "PASS" ? undefined : filesToRead(ended)[0];
  return {
    exitCode,
    verdict: ended.verdict,
    lines: [verdictLine(ended, loaded.value.order.title)],
    runId: ended.runId,
    paths: { artifacts: ended.directory, ...(next === undefined ? {} : { next }) },
    counts: { orders: 1, passed: ended.verdict === "PASS" ? 1 : 0, attempts: ended.attempts.length },
    errors: runErrors([ended], exitCode),
    warnings: [...runWarnings([ended]), ...copyWarnings.map((message) => ({ code: "warning", message }))],
    extra: { branch: prepared.value.branch, commit: runEntry(ended).commit, work_order_id: ended.orderId },
  };
};
