import { join } from "node:path";
import type { Context } from "@llmch/config";
import { needInWords, type RunConfig, type Warning } from "@llmch/contract";
import { filesToRead, graphOf, type OrderRun, type Prepared, type Schedule, type ScheduleEnding } from "@llmch/run";
import { EXIT, shellWord } from "@llmch/text";
import { INTERRUPTED, type Outcome, type OutcomeError, type OutcomeWarning } from "../../outcome.ts";
import { nextAfter } from "../order-commands.ts";
import { bisectCommand } from "../resume/next-commands.ts";
import { stoppedRun, waitLines } from "./order-result.ts";
import { endedOrder, pushOf, type RunResult } from "./run-result.ts";
import { spentOf } from "./spent.ts";

/** How a schedule ended. */
export const runOutcome = async (
  schedule: Schedule,
  prepared: Prepared,
  ending: ScheduleEnding,
  context: Context,
): Promise<Outcome<RunResult>> => {
  const { kind, runId, orders, tasks, config } = schedule;
  const { artifactsRoot, branch, baseline, repo } = prepared;
  const { runs, verdict, exitCode, brief } = ending;
  const [only] = runs;
  if (kind === "run" && only === undefined) return INTERRUPTED;
  const titles = new Map(tasks.map(({ loaded: { order } }) => [order.id, order.title]));
  const skipped = orders.map(({ order }) => order.id).filter((id) => !titles.has(id));
  const stopped = stoppedRun(runs);
  const isOne = kind === "run" && only !== undefined;
  const stored = { kind: isOne ? "factory" : "run-all", runId } as const;
  const { next, resume } = await nextAfter(artifactsRoot, stored, context, ending.push.failed);
  const isPassed = verdict === "PASS";
  const ended = runs.map((run) => endedOrder(run, titles.get(run.orderId) ?? ""));
  const passed = ended.filter((each) => each.verdict === "PASS").length;
  const attempts = ended.reduce((sum, each) => sum + each.attempts, 0);
  const bisect = brief === null ? null : bisectCommand(brief, repo.root, context.cwd);
  const [failed = isOne ? undefined : stopped?.directory] =
    isPassed || stopped === undefined ? [] : filesToRead(stopped);
  return {
    ...{ exitCode, verdict, ...(isOne ? { runId } : {}) },
    result: {
      ...{ kind, runId, verdict, branch, baseline, skipped, evidence: ending.evidence, spent: spentOf(ending.spent) },
      directory: ending.directory ?? join(artifactsRoot, "factory", runId),
      orders: ended,
      ...(config.keep_going === true ? { left: [...ending.left] } : {}),
      ...(isOne ? { workOrderId: only.orderId, commit: only.commit } : {}),
      push: pushOf(ending.push, prepared.push),
      ...(brief === null ? {} : { failureBrief: brief }),
      ...(isPassed && !ending.push.failed ? {} : { resume }),
      ...(exitCode === EXIT.waiting ? { needs: [...ending.needs] } : {}),
    },
    paths: {
      ...(ending.directory === null ? {} : { schedule: ending.directory }),
      ...(isOne ? { artifacts: only.directory } : stopped === undefined ? {} : { artifacts: stopped.directory }),
      ...(failed === undefined ? {} : { next: failed }),
    },
    counts: {
      ...{ orders: orders.length, passed, attempts },
      ...(isOne
        ? {}
        : { skipped: skipped.length, failed: runs.length - passed, not_started: tasks.length - runs.length }),
    },
    errors: [
      ...wholeErrors(ending, bisect),
      ...runErrors(runs, exitCode, branch),
      ...ending.needs
        .filter((need) => runs.every((run) => run.need !== need))
        .map((need) => ({ code: "waiting", message: needInWords(need) })),
      ...(ending.unrecorded === null ? [] : [{ code: "unexpected", message: ending.unrecorded }]),
    ],
    warnings: [
      ...[...runWarnings(runs), ...prepared.warnings.map(asWarning)].map((said) => ({
        ...said,
        wasShown: true as const,
      })),
      ...ending.warnings.map(asWarning),
    ],
    lines:
      isPassed || config.keep_going !== true ? [] : waitLines(graphOf(schedule, context), new Set(titles.keys()), runs),
    next: isPassed || isOne ? next : [...next, repeating(branch, config)],
  };
};

/** What goes on with a run-all besides its own commands. */
export const repeating = (branch: string, { create_branch }: Pick<RunConfig, "create_branch">): string =>
  `or repeat the command with --branch ${shellWord(branch)}${create_branch ? " and without --create-branch" : ""}, which picks up edited orders`;

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

/** Why an order's run ended as it did; empty if all is well. */
const errorsOf = (run: OrderRun): readonly OutcomeError[] => {
  const { orderId: order, fault, brief, exitCode, verdict } = run;
  const [read] = verdict === "PASS" ? [] : filesToRead(run);
  const more = { order, ...(read === undefined ? {} : { hint: `read ${read}` }) };
  return [
    ...(fault === null ? [] : [{ code: FAULT_CODES[exitCode] ?? "unexpected", message: fault, ...more }]),
    ...(brief === null ? [] : [{ code: brief.stage, message: brief.primary_error_excerpt, ...more }]),
  ];
};

const FAULT_CODES: Readonly<Record<number, string>> = {
  [EXIT.interrupted]: "interrupted",
  [EXIT.limit]: "limit",
  [EXIT.waiting]: "waiting",
  [EXIT.failed]: "setup-failed",
};

const runWarnings = (runs: readonly OrderRun[]): readonly OutcomeWarning[] =>
  runs.flatMap(({ orderId, warnings }) =>
    warnings.map((said) => (typeof said === "string" ? { ...asWarning(said), order: orderId } : said)),
  );

/** A warning, as outcomes have it. */
export const asWarning = (said: Warning): OutcomeWarning =>
  typeof said === "string" ? { code: "warning", message: said } : said;
