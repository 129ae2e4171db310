import { join } from "node:path";
import type { Context } from "@llmch/config";
import type { RunConfig, Warning } from "@llmch/contract";
import {
  filesToRead,
  graphOf,
  type OrderRun,
  orderFaults,
  type Prepared,
  type Schedule,
  type ScheduleEnding,
} from "@llmch/run";
import { attemptsMade } from "@llmch/story";
import { EXIT, shellWord } from "@llmch/text";
import { INTERRUPTED, type Outcome, type OutcomeError, type OutcomeWarning, type RunEntry } from "../outcome.ts";
import { bisectCommand, resumeCommand } from "../resume/next-commands.ts";
import { goOn, mendings, stoppedRun } from "./order-result.ts";
import { pushOf, type RunResult } from "./run-result.ts";
import { spentOf } from "./spent.ts";

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
  /** The line that finds the commit at which the plan as a whole began to fail; null if it did not. */
  readonly bisect: string | null;
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
  const ended = runs.map((run) => ({
    ...{ order: run.orderId, runId: run.runId, verdict: run.verdict, directory: run.directory },
    ...{ attempts: attemptsMade(run), commit: run.commit, evidence: run.evidence },
  }));
  const bisect = ending.brief === null ? null : bisectCommand(ending.brief, prepared.repo.root, context.cwd);
  const tip = verdict === "PASS" ? await prepared.repo.branchTip(branch) : null;
  return {
    ...{ exitCode, verdict },
    ...(isOne ? { runId } : { runs: ended.map(runEntry) }),
    result: {
      ...{ kind, runId, verdict, branch, baseline, skipped, evidence: ending.evidence, spent: spentOf(ending.spent) },
      directory: ending.directory ?? join(artifactsRoot, "factory", runId),
      orders: ended,
      ...(config.keep_going === true ? { left: [...ending.left] } : {}),
      ...(isOne ? { workOrderId: only.orderId, commit: only.commit } : {}),
      push: pushOf(ending.push, prepared.push),
      ...(ending.brief === null ? {} : { failureBrief: ending.brief }),
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
      ...wholeErrors(ending, bisect),
      ...runErrors(runs, exitCode, branch),
      ...waitsFor
        .filter((need) => runs.every((run) => run.need !== need))
        .map(({ id, what }) => ({ code: "waiting", message: `${id} waits for you: ${what}` })),
      ...(ending.unrecorded === null ? [] : [{ code: "unexpected", message: ending.unrecorded }]),
    ],
    warnings: [...runWarnings(runs), ...more],
    drawing: {
      ...{ kind, ending, branch, config, bisect, planned: orders.length, skipped: skipped.length },
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

const runEntry = ({ order, runId, directory, ...ended }: RunResult["orders"][number]): RunEntry => ({
  ...{ run_id: runId, work_order_id: order },
  ...ended,
  artifacts: directory,
});

/** Why the plan failed as a whole. */
const wholeErrors = ({ brief }: ScheduleEnding, bisect: string | null): readonly OutcomeError[] =>
  brief === null
    ? []
    : [
        {
          code: brief.stage,
          message: [...(brief.command === null ? [] : [brief.command]), brief.primary_error_excerpt].join("\n"),
          ...(bisect === null ? {} : { hint: bisect }),
        },
      ];

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
