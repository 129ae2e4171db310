import { join } from "node:path";
import type { Context } from "@llmch/config";
import {
  EXIT,
  type Need,
  type NeedKind,
  type RunConfig,
  type RunVerdict,
  shellWord,
  type Warning,
} from "@llmch/contract";
import { type Estimate, type Forecast, scheduleEstimate } from "@llmch/plan";
import type { Schedule, ScheduleEnding } from "@llmch/run";
import {
  attemptsMade,
  filesToRead,
  flagToGoOn,
  graphOf,
  isolationInWords,
  type OrderRun,
  orderFaults,
  type Prepared,
  pushInWords,
} from "@llmch/run";
import { NO_SPENDING, stateAfter, stoppedAt } from "@llmch/story";
import { z } from "zod";
import { ordersCommand } from "../next-commands.ts";
import { done, INTERRUPTED, type Outcome, type OutcomeError, type OutcomeWarning, type RunEntry } from "../outcome.ts";
import {
  decideCommands,
  isObjected,
  resumeCommand,
  reviseCommand,
  showCommand,
  usedUp,
} from "../resume/next-commands.ts";
import { dryRunSchema, forecastResult } from "./dry-run.ts";
import { needsSchema } from "./needs.ts";
import { type PlannedOrder, plannedOrders } from "./planned-orders.ts";
import { spentOf, spentSchema } from "./spent.ts";

const evidenceSchema = () =>
  z
    .object({ tests: z.int().nullable(), acceptance: z.int(), hidden: z.int() })
    .nullable()
    .describe(
      "what the PASS rests on: tests that the verification ran (null if not told), checks, hidden checks; or null",
    );

/** One run of orders, as results have it. */
export const runSchema = () =>
  z.object({
    kind: z.enum(["run", "run-all"]),
    runId: z.string(),
    verdict: z.enum(["PASS", "FAIL", "ERROR"]),
    directory: z.string().describe("the run's own folder"),
    branch: z.string(),
    baseline: z.string().describe("the commit that the run started from"),
    orders: z
      .array(
        z.object({
          order: z.string(),
          runId: z.string(),
          verdict: z.enum(["PASS", "FAIL", "ERROR"]),
          directory: z.string(),
          attempts: z.int(),
          commit: z.string().nullable().describe("null if there is none"),
          evidence: evidenceSchema(),
        }),
      )
      .describe("the orders that were begun, in order"),
    skipped: z.array(z.string()).describe("orders that the branch's history shows done"),
    left: z.array(z.string()).optional().describe("orders left out because they depend on one that failed"),
    workOrderId: z.string().optional().describe("of `run`: the order"),
    commit: z.string().nullable().optional().describe("of `run`: the order's commit"),
    evidence: evidenceSchema(),
    spent: spentSchema(),
    push: z.object({
      mode: z.enum(["each", "end", "never"]),
      remote: z.string().nullable(),
      address: z.string().nullable(),
      pushed: z.boolean(),
      message: z.string(),
    }),
    pullRequest: z.string().nullable().optional().describe("with `pr`: its address, null if none was opened"),
    resume: z.string().optional().describe("the command that continues the run, if it did not pass"),
    dryRun: z.boolean().optional().describe("true if it only says what it would do"),
    ...dryRunSchema().partial().shape,
    needs: needsSchema().optional(),
  });

export type RunResult = z.output<ReturnType<typeof runSchema>>;

/** What is about to be carried out. */
export interface RunScene {
  readonly kind: "orders";
  /** The command: `run`, `run-all` or `resume`. */
  readonly operation: string;
  /** All orders of the plan. */
  readonly orders: readonly {
    readonly order: string;
    readonly title: string;
    readonly skipped: boolean;
  }[];
  readonly jobs: number;
  /** The kinds of steps that wait for a person. */
  readonly approve: readonly NeedKind[];
  /** Those that the branch's history shows done. */
  readonly doneBefore: readonly string[];
  readonly model: string;
  /** Whether models are asked, which takes time, rather than a record read. */
  readonly asks: boolean;
  readonly branch: string;
  readonly baseline: string;
  readonly isolation: string;
  readonly push: string;
  readonly unverified: string | null;
  /** What else to know, one sentence each: commands that make files, what was cleared of killed runs. */
  readonly facts: readonly string[];
  readonly warnings: readonly Warning[];
  readonly caps: Context["settings"]["values"]["budget"];
  /** What a person looks through before agreeing. Only made if it is asked for. */
  readonly intent: () => Promise<Intent>;
}

/** What a person agrees to. */
export interface Intent {
  readonly orders: readonly PlannedOrder[];
  readonly estimate: Estimate | null;
}

/** An order that ended, for faces that tell it. */
export interface OrderResult {
  readonly run: OrderRun;
  readonly title: string;
  /** Whether it is one of several. */
  readonly isPart: boolean;
  /** Commands that say more, or go on. */
  readonly show: string;
  readonly files: readonly string[];
  readonly mend: readonly string[];
}

const askedInWords = ({ model, executor }: Prepared, asked: string): string =>
  model.replay !== null
    ? `replay of ${model.replay}`
    : executor === null
      ? asked
      : "taken" in executor
        ? "by hand: what the checkout has is the order's work"
        : `the agent ${executor.name}`;

/** The scene of a schedule that is about to begin. */
export const runScene = async (
  operation: string,
  schedule: Schedule,
  prepared: Prepared,
  context: Context,
): Promise<RunScene> => {
  const { orders, tasks, config } = schedule;
  const { jobs = 1 } = config;
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const shown = orders.map(({ order: { id, title } }) => ({ order: id, title, skipped: !waiting.has(id) }));
  return {
    ...{ kind: "orders", operation, jobs, approve: config.approve ?? [], caps: context.settings.values.budget },
    orders: shown,
    doneBefore: prepared.skipped.map(({ order }) => order.id).filter((id) => !waiting.has(id)),
    model: askedInWords(prepared, config.llm_model),
    asks: prepared.model.replay === null && config.by_hand !== true,
    ...{ branch: prepared.branch, baseline: prepared.baseline, unverified: prepared.unverified },
    isolation: isolationInWords(prepared.isolation),
    push: pushInWords(prepared.push),
    facts: [...prepared.derives, ...prepared.cleared],
    warnings: prepared.warnings,
    intent: async () => ({
      orders: await plannedOrders(tasks.map(({ loaded }) => loaded.document)),
      estimate: await scheduleEstimate(schedule, prepared, context),
    }),
  };
};

/** An order that ended. */
export const orderResult = (
  run: OrderRun,
  title: string,
  { kind, config }: Pick<Schedule, "kind" | "config">,
  { artifactsRoot }: Prepared,
  context: Context,
): OrderResult => ({
  ...{ run, title, isPart: kind === "run-all" },
  show: showCommand(run.runId, artifactsRoot, context),
  files: run.verdict === "PASS" ? [] : filesToRead(run),
  mend:
    run.verdict === "PASS"
      ? []
      : [
          ...mendings(run.runId, run, artifactsRoot, context),
          ...goOn(run.runId, [run], run.need === undefined ? [] : [run.need], config, artifactsRoot, context),
        ],
});

/** Revise an order that the model objects to before resuming, unless the objection is wrong. */
const mendings = (runId: string, last: OrderRun | undefined, root: string, context: Context): readonly string[] =>
  isObjected(last) ? [reviseCommand(runId, root, context)] : [];

/** The commands that go on, the usual one first. */
const goOn = (
  runId: string,
  runs: readonly OrderRun[],
  needs: readonly Need[],
  config: RunConfig,
  root: string,
  context: Context,
): readonly string[] => {
  if (config.by_hand === true) return [ordersCommand("land", config.orders, config.repo, root, context)];
  if (needs.length > 0) return needs.flatMap((need) => decideCommands(runId, need, root, context));
  return [resumeCommand(runId, runs.some(usedUp), root, context, flagToGoOn(stoppedRun(runs)))];
};

/** The run that ended all of them, or else the first that failed; undefined if every run passed. */
export const stoppedRun = (runs: readonly OrderRun[]): OrderRun | undefined =>
  stoppedAt(
    runs.map((run) => ({ run, state: stateAfter(run.verdict), exitCode: run.exitCode })),
    true,
  )?.run;

/** What a face needs to tell how a run ended. */
export interface RunDrawing {
  readonly kind: "run" | "run-all";
  readonly ending: ScheduleEnding;
  /** All orders that it was to carry out, by id, with their titles. */
  readonly orders: readonly {
    readonly id: string;
    readonly title: string;
    /** The orders that it waits for. */
    readonly needs: readonly string[];
  }[];
  /** How many orders the plan has. */
  readonly planned: number;
  readonly skipped: number;
  readonly branch: string;
  readonly config: RunConfig;
  /** What came of the pull request that it was to end in, in lines; left out if none was asked for. */
  readonly pullRequest?: readonly string[];
  /** The command that pushes again; null unless a push failed. */
  readonly pushAgain: string | null;
  /** Commands that go on after a failure. */
  readonly mend: readonly string[];
  /** Where the user stands, for what comes next; null unless all passed on a branch that is there. */
  readonly standing: Standing | null;
}

/** Where the user is, relative to a branch that holds finished work. */
export interface Standing {
  /** Where git should run, if not here. */
  readonly directory: string | null;
  readonly head: { readonly commit: string | null; readonly branch: string | null };
  readonly branch: string;
  /** The commit that the run began from. */
  readonly baseline: string;
}

/** What would be done, after all checks passed. Nothing was created for it. */
export const dryRunOutcome = async (
  { kind, runId, orders, tasks, config }: Schedule,
  prepared: Prepared,
  scene: RunScene,
  forecast: Forecast,
): Promise<Outcome<RunResult, DryRunDrawing>> => {
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
      runs: [],
      counts: { orders: orders.length, skipped: before, would_run: tasks.length },
      warnings: prepared.warnings.map(asWarning),
      drawing: { kind: "dry-run", scene, forecast, before, wouldRun: tasks.length, intent: await scene.intent() },
    },
  );
};

/** What a face needs to tell of a dry run. */
export interface DryRunDrawing {
  readonly kind: "dry-run";
  readonly scene: RunScene;
  readonly intent: Intent;
  readonly forecast: Forecast;
  /** How many orders were done before. */
  readonly before: number;
  readonly wouldRun: number;
}

/** How a schedule ended. */
export const runOutcome = async (
  schedule: Schedule,
  prepared: Prepared,
  ending: ScheduleEnding,
  context: Context,
): Promise<Outcome<RunResult, RunDrawing>> => {
  const { kind, runId, orders, tasks, config } = schedule;
  const { artifactsRoot, branch, baseline } = prepared;
  const { runs, verdict, exitCode } = ending;
  const [only] = runs;
  if (kind === "run" && only === undefined) return INTERRUPTED;
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const skipped = orders.map(({ order }) => order.id).filter((id) => !waiting.has(id));
  const stopped = stoppedRun(runs);
  const unpassed = new Set(
    [...waiting].filter((id) => runs.every((run) => run.orderId !== id || run.verdict !== "PASS")),
  );
  const needs = new Map(
    graphOf(schedule, context).orders.map(({ id, directly }) => [id, directly.filter((each) => unpassed.has(each))]),
  );
  const isOne = kind === "run" && only !== undefined;
  const waitsFor = ending.needs;
  const onward = goOn(runId, runs, waitsFor, config, artifactsRoot, context);
  const passed = runs.filter((run) => run.verdict === "PASS").length;
  const more = [...prepared.warnings, ...ending.warnings].map(asWarning);
  const tip = verdict === "PASS" ? await prepared.repo.branchTip(branch) : null;
  return {
    ...{ exitCode, verdict },
    ...(isOne ? { runId } : { runs: runs.map(runEntry) }),
    result: {
      ...{ kind, runId, verdict, branch, baseline, skipped, evidence: ending.evidence, spent: spentOf(ending.spent) },
      directory: ending.directory ?? join(artifactsRoot, "factory", runId),
      orders: runs.map((run) => ({
        ...{ order: run.orderId, runId: run.runId, verdict: run.verdict, directory: run.directory },
        ...{ attempts: attemptsMade(run), commit: run.commit, evidence: run.evidence },
      })),
      ...(config.keep_going === true ? { left: [...ending.left] } : {}),
      ...(isOne ? { workOrderId: only.orderId, commit: only.commit } : {}),
      push: pushOf(ending.push, prepared.push),
      ...(verdict === "PASS" ? {} : { resume: onward[0] }),
      ...(exitCode === EXIT.waiting ? { needs: [...waitsFor] } : {}),
    },
    paths: isOne
      ? { artifacts: only.directory, ...nextFile(only) }
      : {
          ...(ending.directory === null ? {} : { schedule: ending.directory }),
          ...(stopped === undefined
            ? {}
            : { artifacts: stopped.directory, next: filesToRead(stopped)[0] ?? stopped.directory }),
        },
    counts: isOne
      ? { orders: 1, passed, attempts: attemptsMade(only) }
      : {
          ...{ orders: orders.length, passed, skipped: skipped.length, failed: runs.length - passed },
          ...{
            not_started: tasks.length - runs.length,
            attempts: runs.reduce((sum, run) => sum + attemptsMade(run), 0),
          },
        },
    errors: [
      ...runErrors(runs, exitCode, branch),
      ...waitsFor
        .filter((need) => runs.every((run) => run.need !== need))
        .map(({ id, what }) => ({ code: "waiting", message: `${id} waits for you: ${what}` })),
      ...(ending.unrecorded === null ? [] : [{ code: "unexpected", message: ending.unrecorded }]),
    ],
    warnings: [...runWarnings(runs), ...more],
    drawing: {
      ...{ kind, ending, branch, config, planned: orders.length, skipped: skipped.length },
      orders: tasks.map(({ loaded: { order } }) => ({
        id: order.id,
        title: order.title,
        needs: needs.get(order.id) ?? [],
      })),
      pushAgain: verdict === "PASS" && ending.push.failed ? resumeCommand(runId, false, artifactsRoot, context) : null,
      mend: verdict === "PASS" ? [] : [...mendings(runId, stopped, artifactsRoot, context), ...onward],
      standing:
        tip === null
          ? null
          : {
              directory: prepared.repo.contains(context.cwd) ? null : prepared.repo.root,
              head: await prepared.repo.head(),
              ...{ branch, baseline },
            },
    },
  };
};

const nextFile = (run: OrderRun): { readonly next?: string } => {
  const next = run.verdict === "PASS" ? undefined : filesToRead(run)[0];
  return next === undefined ? {} : { next };
};

/** The outcome of pushes: the plan, and what came of it. */
const pushOf = (
  { pushed, message }: ScheduleEnding["push"],
  { mode, target }: Prepared["push"],
): RunResult["push"] => ({
  ...{ mode, remote: target?.remote ?? null, address: target?.address ?? null, pushed, message },
});

const runEntry = (run: OrderRun): RunEntry => ({
  run_id: run.runId,
  work_order_id: run.orderId,
  verdict: run.verdict satisfies RunVerdict,
  attempts: attemptsMade(run),
  commit: run.commit,
  evidence: run.evidence,
  artifacts: run.directory,
});

/** The errors of the runs, including an interruption outside of an order. */
const runErrors = (runs: readonly OrderRun[], exitCode: number, branch: string): readonly OutcomeError[] => {
  const errors = runs.flatMap(errorsOf);
  const committed = runs.flatMap(({ orderId, commit }) => (commit === null ? [] : [orderId]));
  const between = exitCode === EXIT.interrupted && errors.length === 0;
  return between ? [{ code: "interrupted", message: interruptedAfter(committed, branch) }] : errors;
};

const interruptedAfter = (committed: readonly string[], branch: string): string => {
  if (committed.length === 0) return "it was interrupted, and everything was put back";
  const commits = `the ${committed.length === 1 ? "commit" : "commits"} of ${committed.join(", ")}`;
  return `it was interrupted: ${shellWord(branch)} keeps ${commits}, and everything else was put back`;
};

const errorsOf = (run: OrderRun): readonly OutcomeError[] =>
  orderFaults(run).map(({ code, message, read }) => ({
    ...{ code, message, order: run.orderId },
    ...(read === null ? {} : { hint: `read ${read}` }),
  }));

const runWarnings = (runs: readonly OrderRun[]): readonly OutcomeWarning[] =>
  runs.flatMap((run) =>
    run.warnings.map((said) =>
      typeof said === "string" ? { code: "warning", message: said, order: run.orderId } : said,
    ),
  );

/** A warning, as outcomes have it. */
export const asWarning = (said: Warning): OutcomeWarning =>
  typeof said === "string" ? { code: "warning", message: said } : said;
