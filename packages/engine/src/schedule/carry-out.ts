import { join } from "node:path";
import { EXIT, messageOf, type RunVerdict } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import { monotonicClock, readTextFile } from "@llmch/files";
import { dependencyFolderNames } from "@llmch/languages";
import type { Spent } from "@llmch/models";
import type { StoredRun } from "@llmch/store";
import { runSpending, type Spending, spentTogether } from "@llmch/story";
import { createWorktree, type DependencyOptions, type Worktree } from "@llmch/workspace";
import { commandBudget, NOTHING_SPENT, spentBefore } from "../asking/command-budget.ts";
import { createRunGateway, recorderOf } from "../asking/gateway.ts";
import { startTimeLimit } from "../asking/time-limit.ts";
import type { Context } from "../context.ts";
import type { RunObserver } from "../observer.ts";
import { copyArtifacts } from "../order/copy-artifacts.ts";
import type { OrderRun } from "../order/order-ending.ts";
import { type OrderRunContext, runOrder } from "../order/order-run.ts";
import { createSetup } from "../order/setup.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { OrderTask, Schedule } from "./schedule.ts";
import { openSchedule, type ScheduleRun } from "./schedule-run.ts";

/** Told what a schedule does while it does it. It must not throw. */
export interface ScheduleObserver extends RunObserver {
  /** An order's run has ended, and its record is closed. */
  ended(run: OrderRun, task: OrderTask): void;
}

/** How a schedule ended. */
export interface ScheduleEnding {
  readonly verdict: RunVerdict;
  /** The number that the record says (contract §1). */
  readonly exitCode: number;
  readonly runs: readonly OrderRun[];
  /** The directory of the schedule's own record; null for a single order's. */
  readonly directory: string | null;
  /** Why the schedule's own record could not be finished, or null; what is committed stands all the same. */
  readonly unrecorded: string | null;
  /** What all of its orders took, over all of its sessions. */
  readonly spent: Spending;
  /** What the user should know, such as artifacts that could not be copied; a sentence each. */
  readonly warnings: readonly string[];
}

/** Carries the orders of a schedule out, one after the other, and records how each and all of them ended. */
export const carryOutSchedule = async (
  schedule: Schedule,
  prepared: Prepared,
  context: Context,
  observer: ScheduleObserver,
): Promise<ScheduleEnding> => {
  const { kind, tasks, config, previous, previousRuns } = schedule;
  const warnings: string[] = [];
  const record = kind === "run" ? null : await openSchedule(schedule, prepared, context, observer);
  const ofOrder = tasks[0]?.previous ?? null;
  const own = kind === "run" ? ofOrder : previous;
  const running = execute(
    schedule,
    prepared,
    own === null ? NOTHING_SPENT : spentBefore(own, previousRuns),
    context,
    observer,
    {
      started: async (task) => record?.started(task),
      ended: async (run, task) => {
        observer.ended(run, task);
        await record?.ended(run, task);
        if (config.out === null) return;
        const copy = kind === "run" ? config.out : join(config.out, run.orderId);
        warnings.push(...(await copyArtifacts(run.directory, copy)));
      },
    },
  );
  const runs = await running.catch((fault: unknown) => {
    record?.abandon();
    throw fault;
  });
  const exitCode = exitCodeOf(runs, tasks.length, context.signal);
  const verdict = exitCode === EXIT.ok ? "PASS" : exitCode === EXIT.failed ? "FAIL" : "ERROR";
  const spent = spentInAll(runs, previousRuns);
  const unrecorded = record === null ? null : await finishRecord(record, verdict, exitCode, spent);
  return {
    verdict,
    exitCode: exitCode === EXIT.ok && unrecorded !== null ? EXIT.unexpected : exitCode,
    runs,
    directory: record?.directory ?? null,
    ...{ unrecorded, spent, warnings },
  };
};

const spentInAll = (runs: readonly OrderRun[], previous: readonly StoredRun[]): Spending => {
  const now = new Set(runs.map(({ runId }) => runId));
  const before = previous.filter(({ runId }) => !now.has(runId));
  return spentTogether([
    ...before.map(({ journal }) => runSpending(journal.events)),
    ...runs.map(({ spent }) => spent),
  ]);
};

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

/** Told of each order's run as it begins and as it ends. */
interface ExecutionListener {
  started(task: OrderTask): Promise<void>;
  ended(run: OrderRun, task: OrderTask): Promise<void>;
}

/**
 * Carries orders out one after the other in one worktree, until one does not pass (contract §1, §6). The worktree is
 * gone at the end, however that came.
 * @param before what previous sessions took of the budget
 */
const execute = async (
  { kind, runId, tasks, config }: Schedule,
  prepared: Prepared,
  before: Spent,
  context: Context,
  observer: RunObserver,
  listener: ExecutionListener,
): Promise<readonly OrderRun[]> => {
  const { signal } = context;
  const { repo } = prepared;
  const template = await readTextFile(join(context.templates, "FACTORY_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);

  const caps = context.settings.values.budget;
  const time = startTimeLimit(signal, caps.minutes, before.ms);
  let worktree: Worktree | null = null;
  const discard: OrderRunContext["discard"] = async () => {
    const removed = worktree === null ? null : await worktree.remove();
    worktree = null;
    return removed === null || removed.ok ? null : removed.issues[0];
  };
  // One gateway for the whole schedule: what a server was found to refuse is remembered from order to order.
  const gateway = createRunGateway(prepared.model, commandBudget(caps, before), {
    ...context,
    signal: time.signal,
  });
  const orderContext: OrderRunContext = {
    artifactsRoot: prepared.artifactsRoot,
    version: context.version,
    template: template.value,
    repo,
    branch: prepared.branch,
    schedule: kind === "run" ? null : runId,
    config,
    settings: context.settings.values.factory,
    choices: prepared.choices,
    signal: time.signal,
    timeIsUp: time.reached,
    clock: monotonicClock,
    now: () => new Date(),
    observer,
    secrets: context.secrets,
    createModel: (store, recorded) => gateway.for(recorderOf(store, recorded, context)),
    baseline: () => worktree?.baseline() ?? prepared.baseline,
    worktree: async () => {
      const { baseline, branch, branchTip } = prepared;
      if (worktree !== null) return worktree;
      const making = createWorktree(repo, {
        baseline,
        branch,
        branchExpectedTip: branchTip,
        signal: time.signal,
        excluded: prepared.ownPlaces,
        sandbox: prepared.isolation.sandbox,
        dependencies: dependencyOptions(context.settings.values.setup, prepared.isolation),
      });
      gateway.warmUp();
      worktree = await making;
      return worktree;
    },
    setUp: createSetup(context.settings.values.setup),
    discard,
  };
  const runs: OrderRun[] = [];
  try {
    for (const task of tasks) {
      // Where the time is up, the next order says so by ending at once.
      if (signal.aborted) break;
      await listener.started(task);
      const run = await runOrder(task.loaded, task.runId, orderContext, task.previous);
      runs.push(run);
      await listener.ended(run, task);
      if (run.verdict !== "PASS" || run.fault !== null) break;
    }
  } finally {
    time.close();
    await gateway.close();
    const left = await discard();
    if (left !== null) context.warn(`${left.message}: ${left.hint}`);
  }
  return runs;
};

/** Without a sandbox a command could write through a link: the user's folders are copied then, however large. */
const ANY_SIZE_MB = 1_000_000;

/** What the setup makes is not the user's to share. */
const dependencyOptions = (
  { commands, folders, share, copy_mb }: SetupSettings,
  { sandbox }: Prepared["isolation"],
): DependencyOptions => {
  const megabytes = copy_mb ?? (sandbox === null ? ANY_SIZE_MB : 64);
  return {
    names: dependencyFolderNames().filter((name) => commands.length === 0 || !folders.includes(name)),
    sharing: { share, limits: { files: megabytes * FILES_A_MB, bytes: megabytes * 1024 * 1024 } },
  };
};
/** As installations have them; many small files take as long as a few large ones. */
const FILES_A_MB = 100;

/** The exit code of a schedule: that of the order that ended it (contract §1). A signal after the last one is too late. */
const exitCodeOf = (runs: readonly OrderRun[], pending: number, signal: AbortSignal): number => {
  const last = runs.at(-1);
  if (last !== undefined && last.exitCode !== EXIT.ok) return last.exitCode;
  if (signal.aborted && runs.length < pending) return EXIT.interrupted;
  return last !== undefined && last.fault !== null ? EXIT.unexpected : EXIT.ok;
};
