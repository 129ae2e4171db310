import { join } from "node:path";
import type { RunConfig } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import {
  createWorktree,
  type DependencyOptions,
  monotonicClock,
  newRunId,
  type RunStore,
  readTextFile,
  type StoredRun,
  type Worktree,
} from "@llmch/host";
import { dependencyFolderNames } from "@llmch/languages";
import type { ReplaySource, Spent } from "@llmch/models";
import type { RunView } from "../console/run-view.ts";
import { EXIT } from "../exit-codes.ts";
import type { Context } from "../main.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import { commandBudget, NOTHING_SPENT } from "./command-budget.ts";
import { createRunGateway } from "./gateway.ts";
import type { OrderRun } from "./order-ending.ts";
import { type OrderRunContext, runOrder } from "./order-run.ts";
import type { Prepared } from "./preflight.ts";
import { createSetup } from "./setup.ts";
import { startTimeLimit } from "./time-limit.ts";

/** An order to carry out, or to go on with where an earlier process left a run of it. */
export interface OrderTask {
  readonly loaded: LoadedOrder;
  readonly runId: string;
  readonly earlier: StoredRun | null;
}

/** An order's first run. */
export const newTask = (loaded: LoadedOrder, runId: string = newRunId()): OrderTask => ({
  loaded,
  runId,
  earlier: null,
});

/** Told of each order's run as it begins and as it ends. */
export interface ExecutionListener {
  started(task: OrderTask): Promise<void>;
  ended(run: OrderRun, task: OrderTask): Promise<void>;
}

/**
 * Carries orders out one after the other in one worktree, until one does not pass (contract §1, §6). The worktree is
 * gone at the end, however that came.
 * @param schedule the id of the run-all that they are a part of
 * @param before what previous sessions of the command took of its budget
 */
export const execute = async (
  tasks: readonly OrderTask[],
  prepared: Prepared,
  {
    config,
    schedule,
    before = NOTHING_SPENT,
  }: { readonly config: RunConfig; readonly schedule: string | null; readonly before?: Spent | undefined },
  context: Context,
  view: RunView,
  listener: ExecutionListener,
): Promise<readonly OrderRun[]> => {
  const { console, signal } = context;
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
  let recordingTo: RunStore | null = null;
  let recorded: ReplaySource | null = null;
  const places = { store: () => recordingTo, recorded: () => recorded };
  const gateway = createRunGateway(places, prepared.model, commandBudget(caps, before), {
    ...context,
    signal: time.signal,
  });
  const orderContext: OrderRunContext = {
    artifactsRoot: prepared.artifactsRoot,
    version: context.version,
    template: template.value,
    repo,
    branch: prepared.branch,
    schedule,
    config,
    settings: context.settings.values.factory,
    choices: prepared.choices,
    signal: time.signal,
    timeIsUp: time.reached,
    clock: monotonicClock,
    now: () => new Date(),
    view,
    secrets: context.secrets,
    createModel: (store, exchanges) => {
      recordingTo = store;
      recorded = exchanges;
      return gateway;
    },
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
      const run = await runOrder(task.loaded, task.runId, orderContext, task.earlier);
      runs.push(run);
      await listener.ended(run, task);
      if (run.verdict !== "PASS" || run.fault !== null) break;
    }
  } finally {
    time.close();
    await gateway.close();
    const left = await discard();
    if (left !== null) console.failure({ code: "unexpected", ...left });
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
export const exitCodeOf = (runs: readonly OrderRun[], pending: number, signal: AbortSignal): number => {
  const last = runs.at(-1);
  if (last !== undefined && last.exitCode !== EXIT.ok) return last.exitCode;
  if (signal.aborted && runs.length < pending) return EXIT.interrupted;
  return last !== undefined && last.fault !== null ? EXIT.unexpected : EXIT.ok;
};
