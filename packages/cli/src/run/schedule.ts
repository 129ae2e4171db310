import { join } from "node:path";
import { messageOf, type RunConfig, type RunVerdict } from "@llmch/contract";
import type { StoredRun } from "@llmch/host";
import { runSpending, type Spending, spentDocument, spentTogether } from "@llmch/story";
import { type RunView, whileShown } from "../console/run-view.ts";
import { EXIT } from "../exit-codes.ts";
import type { Context } from "../main.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Outcome } from "../outcome.ts";
import { spentBefore } from "./command-budget.ts";
import { copyArtifacts } from "./copy-artifacts.ts";
import { execute, exitCodeOf, type OrderTask } from "./execution.ts";
import { resumeCommand, showCommand, usedUp } from "./next-commands.ts";
import { filesToRead, largerLimitOf, type OrderRun } from "./order-ending.ts";
import type { Prepared } from "./preflight.ts";
import { asWarning, explainFailure, headerLines, runEntry, runErrors, runWarnings, verdictLine } from "./run-report.ts";
import { openSchedule, type ScheduleRun } from "./schedule-run.ts";
import { tellSpent } from "./spent-line.ts";
import { watchedOrders } from "./watched-orders.ts";

/** What a schedule is to do. */
export interface Schedule {
  readonly command: string;
  readonly runId: string;
  /** All of the plan. */
  readonly orders: readonly LoadedOrder[];
  /** Those that are to be carried out. */
  readonly tasks: readonly OrderTask[];
  readonly config: RunConfig;
  readonly earlier?: StoredRun;
  /** The runs of its orders in its previous sessions. */
  readonly earlierRuns?: readonly StoredRun[];
}

/** Carries the orders of a schedule out, one after the other, and says how each and all of them ended. */
export const runSchedule = async (schedule: Schedule, prepared: Prepared, context: Context): Promise<Outcome> => {
  const { console } = context;
  const { command, orders, tasks, config } = schedule;
  console.progress(headerLines(command, tasks.length, prepared, config, console.colors).join("\n"));
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  for (const { order } of prepared.skipped) {
    if (!waiting.has(order.id)) console.result(`SKIP  ${order.id}  done in the history of the branch`);
  }
  return whileShown(watchedOrders(orders, tasks, prepared), console, (view) =>
    carryOutAll(schedule, prepared, context, view),
  );
};

const carryOutAll = async (
  schedule: Schedule,
  prepared: Prepared,
  context: Context,
  view: RunView,
): Promise<Outcome> => {
  const { console, signal } = context;
  const { runId, orders, tasks, config } = schedule;
  const copyWarnings: string[] = [];
  const record = await openSchedule(runId, orders, prepared, config, context, view, schedule.earlier ?? null);
  const { earlier, earlierRuns } = schedule;
  const before = earlier === undefined ? undefined : spentBefore(earlier, earlierRuns);
  const running = execute(tasks, prepared, { config, schedule: runId, before }, context, view, {
    started: record.started,
    ended: async (ended, task) => {
      console.result(verdictLine(ended, task.loaded.order.title));
      explainFailure(ended, console, showCommand(ended.runId, prepared.artifactsRoot, context));
      await record.ended(ended, task);
      if (config.out === null) return;
      copyWarnings.push(...(await copyArtifacts(ended.directory, join(config.out, ended.orderId))));
    },
  });
  const runs = await running.catch((fault: unknown) => {
    record.abandon();
    throw fault;
  });
  for (const warning of copyWarnings) console.error(`warning: ${warning}`);
  const exitCode = exitCodeOf(runs, tasks.length, signal);
  const verdict = exitCode === EXIT.ok ? "PASS" : exitCode === EXIT.failed ? "FAIL" : "ERROR";
  const spent = spentInAll(runs, earlierRuns);
  const unrecorded = await finishRecord(record, verdict, exitCode, spent);
  view.close();
  tellSpent(spent, console);
  if (unrecorded !== null) console.failure({ code: "unexpected", message: unrecorded });
  const last = runs.at(-1);
  const goOn = resumeCommand(runId, usedUp(last), prepared.artifactsRoot, context, largerLimitOf(last));
  if (exitCode !== EXIT.ok) console.progress(waysOn(goOn, prepared.branch, config).join("\n"));
  const ending = {
    exitCode: exitCode === EXIT.ok && unrecorded !== null ? EXIT.unexpected : exitCode,
    verdict,
    directory: record.directory,
    goOn,
    unrecorded,
    spent,
  } as const;
  return outcomeOf(schedule, runs, prepared, ending, copyWarnings);
};

/** What all of its orders took, over all of its sessions. */
const spentInAll = (runs: readonly OrderRun[], earlier: readonly StoredRun[] = []): Spending => {
  const now = new Set(runs.map(({ runId }) => runId));
  const before = earlier.filter(({ runId }) => !now.has(runId));
  return spentTogether([
    ...before.map(({ journal }) => runSpending(journal.events)),
    ...runs.map(({ spent }) => spent),
  ]);
};

/** Why the schedule's own record could not be finished, or null; what is committed stands all the same. */
const finishRecord = async (
  record: ScheduleRun,
  verdict: RunVerdict,
  exitCode: number,
  spent: Spending,
): Promise<string | null> => {
  try {
    await record.finish(verdict, exitCode, spent);
    return null;
  } catch (fault) {
    record.abandon();
    return `the record of the run-all could not be finished in ${record.directory}: ${messageOf(fault)}`;
  }
};

/** How to go on after a schedule that stopped. */
const waysOn = (resume: string, branch: string, config: RunConfig): readonly string[] => [
  "go on:",
  `  ${resume}`,
  `  or the same command with --branch ${branch}${config.create_branch ? " and without --create-branch" : ""}, which takes changed orders`,
];

const outcomeOf = (
  { runId, orders, tasks }: Schedule,
  runs: readonly OrderRun[],
  { branch, warnings }: Prepared,
  ending: {
    readonly exitCode: number;
    readonly verdict: RunVerdict;
    readonly directory: string;
    /** The command that goes on. */
    readonly goOn: string;
    readonly unrecorded: string | null;
    readonly spent: Spending;
  },
  copyWarnings: readonly string[],
): Outcome => {
  const { exitCode, verdict } = ending;
  const passed = runs.filter((run) => run.verdict === "PASS").length;
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const skipped = orders.map(({ order }) => order.id).filter((id) => !waiting.has(id));
  const last = runs.at(-1);
  const stopped = last !== undefined && last.verdict !== "PASS" ? last : undefined;
  const skip = skipped.length === 0 ? "" : `, ${skipped.length} done before`;
  const where = runs.length === 0 ? "" : `  on ${branch}`;
  return {
    exitCode,
    verdict,
    lines: [`${verdict}  ${passed} of ${orders.length} orders${skip}${where}`],
    runs: runs.map(runEntry),
    paths: {
      schedule: ending.directory,
      ...(stopped === undefined
        ? {}
        : { artifacts: stopped.directory, next: filesToRead(stopped)[0] ?? stopped.directory }),
    },
    counts: {
      orders: orders.length,
      passed,
      skipped: skipped.length,
      failed: runs.length - passed,
      not_started: tasks.length - runs.length,
      attempts: runs.reduce((sum, run) => sum + run.attempts.length, 0),
    },
    errors: [
      ...runErrors(runs, exitCode),
      ...(ending.unrecorded === null ? [] : [{ code: "unexpected", message: ending.unrecorded }]),
    ],
    warnings: [...runWarnings(runs), ...[...warnings, ...copyWarnings].map(asWarning)],
    extra: {
      branch,
      run_id: runId,
      skipped,
      spent: spentDocument(ending.spent),
      ...(exitCode === EXIT.ok ? {} : { resume: ending.goOn }),
    },
  };
};
