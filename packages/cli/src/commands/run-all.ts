import { join, resolve } from "node:path";
import { EXIT } from "../exit-codes.ts";
import type { Surroundings } from "../main.ts";
import type { RunAllOptions } from "../options.ts";
import { loadOrderDirectory } from "../orders/load-orders.ts";
import { type Outcome, refused } from "../outcome.ts";
import { copyArtifacts } from "../run/copy-artifacts.ts";
import { execute, exitCodeOf } from "../run/execution.ts";
import { filesToRead, type OrderRun } from "../run/order-run.ts";
import { type Prepared, preflight } from "../run/preflight.ts";
import { explainFailure, headerLines, runEntry, runErrors, runWarnings, verdictLine } from "../run/run-report.ts";

/** `llmch run-all`: carries out every order of a directory on one branch, until one fails (contract §1). */
export const runAll = async (options: RunAllOptions, surroundings: Surroundings): Promise<Outcome> => {
  const { console, cwd, signal } = surroundings;
  const directory = resolve(cwd, options.workdir);
  const loaded = await loadOrderDirectory(directory);
  if (!loaded.ok) return refused(loaded.issues);
  const orders = loaded.value;
  const prepared = await preflight(orders, directory, { ...options, skipDone: true }, surroundings);
  if (!prepared.ok) return refused(prepared.issues);

  for (const line of headerLines("run-all", prepared.value, options, console.colors)) console.progress(line);
  for (const { order } of prepared.value.skipped)
    console.result(`SKIP  ${order.id}  done in the history of the branch`);
  const copyWarnings: string[] = [];
  const runs = await execute(prepared.value, options, surroundings, async (ended, { order }) => {
    console.result(verdictLine(ended, order.title));
    explainFailure(ended, console);
    console.progress("");
    if (options.out === undefined) return;
    copyWarnings.push(...(await copyArtifacts(ended.directory, join(resolve(cwd, options.out), ended.orderId))));
  });
  for (const warning of copyWarnings) console.error(`warning: ${warning}`);
  const exitCode = exitCodeOf(runs, prepared.value.pending.length, signal);
  return outcomeOf(runs, prepared.value, exitCode, copyWarnings, options);
};

const outcomeOf = (
  runs: readonly OrderRun[],
  { pending, skipped, branch }: Prepared,
  exitCode: number,
  copyWarnings: readonly string[],
  { createBranch }: RunAllOptions,
): Outcome => {
  const passed = runs.filter((run) => run.verdict === "PASS").length;
  const total = pending.length + skipped.length;
  const last = runs.at(-1);
  const stopped = last !== undefined && last.verdict !== "PASS" ? last : undefined;
  const verdict = exitCode === EXIT.ok ? "PASS" : exitCode === EXIT.failed ? "FAIL" : "ERROR";
  const skip = skipped.length === 0 ? "" : `, ${skipped.length} done before`;
  const where = runs.length === 0 ? "" : `  on ${branch}`;
  const again = `--branch ${branch}${createBranch ? " and without --create-branch" : ""}`;
  const goOn = exitCode !== EXIT.ok && passed > 0 ? [`the same command with ${again} goes on from here`] : [];
  return {
    exitCode,
    verdict,
    lines: [`${verdict}  ${passed} of ${total} orders${skip}${where}`, ...goOn],
    runs: runs.map(runEntry),
    paths:
      stopped === undefined ? {} : { artifacts: stopped.directory, next: filesToRead(stopped)[0] ?? stopped.directory },
    counts: {
      orders: total,
      passed,
      skipped: skipped.length,
      failed: runs.length - passed,
      not_started: pending.length - runs.length,
      attempts: runs.reduce((sum, run) => sum + run.attempts.length, 0),
    },
    errors: runErrors(runs, exitCode),
    warnings: [...runWarnings(runs), ...copyWarnings.map((message) => ({ code: "warning", message }))],
    extra: { branch, skipped: skipped.map(({ order }) => order.id) },
  };
};
