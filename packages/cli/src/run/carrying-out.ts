import { printable, type RunConfig, shellWord, verdictInWords, warningInWords } from "@llmch/contract";
import { attemptsMade, filesToRead, flagToGoOn, type OrderRun } from "@llmch/engine/order";
import type { Prepared } from "@llmch/engine/preflight";
import { isObjected, resumeCommand, reviseCommand, showCommand, usedUp } from "@llmch/engine/resume";
import {
  carryOutSchedule,
  type OrderTask,
  type Schedule,
  type ScheduleEnding,
  type Work,
  whileScheduled,
} from "@llmch/engine/schedule";
import { spentDocument } from "@llmch/story";
import type { CommandContext } from "../command-context.ts";
import { whileShown } from "../console/run-view.ts";
import type { RunView } from "../console/view.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";
import { agrees, type Consent, DECLINED, GIVEN } from "./consent.ts";
import { leftLines, stoppedRun } from "./left-lines.ts";
import { asWarning, explainFailure, headerLines, runEntry, runErrors, runWarnings, verdictLine } from "./run-report.ts";
import { tellSpent } from "./spent-line.ts";
import { watchedOrders } from "./watched-orders.ts";
import { waysOn } from "./ways-on.ts";

/** Carries out the work, shows it, and reports how each order and all of them ended. */
export const carryOut = async (
  command: string,
  work: Work,
  { console }: CommandContext,
  consent: Consent = GIVEN,
): Promise<Outcome> => {
  const done = await whileScheduled(work, async (schedule, prepared, held) => {
    const context = { ...held, console };
    if (consent.dryRun) {
      const { dryRunOutcome } = await import("./dry-run.ts");
      return dryRunOutcome(command, schedule, prepared, context);
    }
    const { tasks, config } = schedule;
    console.progress(headerLines(command, tasks.length, prepared, config, console.colors).join("\n"));
    const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
    for (const { order } of prepared.skipped) {
      if (!waiting.has(order.id)) console.result(`SKIP  ${order.id}  done in the history of the branch`);
    }
    if (!(await agrees(consent, schedule, prepared, context))) return DECLINED;
    const ending = await whileShown(watchedOrders(schedule, prepared, held.settings.values), console, (view) =>
      carryOutSchedule(schedule, prepared, context, observing(view, schedule, prepared, context)),
    );
    const told = tellEnding(schedule, prepared, ending, context);
    if (ending.verdict !== "PASS" || (await prepared.repo.branchTip(prepared.branch)) === null) return told;
    return { ...told, next: await nextLines(prepared, context) };
  });
  return done.ok ? done.value : refused(done.issues);
};

/** What to do after orders that passed: their commits are on a separate branch. */
const nextLines = async ({ repo, branch, baseline }: Prepared, { cwd }: CommandContext): Promise<readonly string[]> =>
  waysOn({ directory: repo.contains(cwd) ? null : repo.root, head: await repo.head(), branch, baseline });

/** Prints how each order's run ended, as it ends; for a single order the verdict is the command's own result. */
const observing = (view: RunView, { kind }: Schedule, { artifactsRoot }: Prepared, context: CommandContext) => ({
  event: view.event,
  output: view.output,
  ended: (run: OrderRun, { loaded }: OrderTask) => {
    const { console } = context;
    if (kind === "run-all") console.result(verdictLine(run, loaded.order.title));
    explainFailure(run, console, showCommand(run.runId, artifactsRoot, context));
    if (kind === "run" && run.verdict !== "PASS")
      console.progress(
        [
          "to continue:",
          ...mendings(run.runId, run, artifactsRoot, context),
          `  ${goOn(run.runId, [run], artifactsRoot, context)}`,
        ].join("\n"),
      );
  },
});

/** Revise an order that the model objects to before resuming, unless the objection is wrong. */
const mendings = (
  runId: string,
  last: OrderRun | undefined,
  root: string,
  context: CommandContext,
): readonly string[] => (isObjected(last) ? [`  ${reviseCommand(runId, root, context)}`] : []);

const goOn = (runId: string, runs: readonly OrderRun[], root: string, context: CommandContext): string =>
  resumeCommand(runId, runs.some(usedUp), root, context, flagToGoOn(stoppedRun(runs)));

const tellEnding = (
  schedule: Schedule,
  prepared: Prepared,
  ending: ScheduleEnding,
  context: CommandContext,
): Outcome => {
  const { console } = context;
  for (const warning of ending.warnings) console.error(`warning: ${warningInWords(warning)}`);
  const [only] = ending.runs;
  if (schedule.kind === "run" && only === undefined) return INTERRUPTED;
  tellSpent(ending.spent, console);
  const again =
    ending.verdict === "PASS" && ending.push.failed ? `\nretry with \`${pushAgain(schedule, prepared, context)}\`` : "";
  console.progress(console.colors.dim(printable(ending.push.message) + again));
  if (schedule.kind === "run" && only !== undefined) return orderOutcome(only, schedule, prepared, ending, context);
  if (ending.unrecorded !== null) console.failure({ code: "unexpected", message: ending.unrecorded });
  const resume = goOn(schedule.runId, ending.runs, prepared.artifactsRoot, context);
  const mended = mendings(schedule.runId, stoppedRun(ending.runs), prepared.artifactsRoot, context);
  if (ending.verdict !== "PASS") {
    const ids = schedule.tasks.map(({ loaded }) => loaded.order.id);
    const left = leftLines(ending, schedule.config, ids);
    const going = goingOn([...mended, `  ${resume}`], prepared.branch, schedule.config);
    console.progress([...left, ...going].join("\n"));
  }
  return scheduleOutcome(schedule, prepared, ending, resume);
};

/** The command that resumes the run only to push. */
const pushAgain = ({ runId }: Schedule, { artifactsRoot }: Prepared, context: CommandContext): string =>
  resumeCommand(runId, false, artifactsRoot, context);

/** How to go on after a schedule that stopped. */
const goingOn = (commands: readonly string[], branch: string, config: RunConfig): readonly string[] => [
  "to continue:",
  ...commands,
  `  or the same command with --branch ${shellWord(branch)}${config.create_branch ? " and without --create-branch" : ""}, which picks up edited orders`,
];

const orderOutcome = (
  run: OrderRun,
  { tasks }: Schedule,
  { artifactsRoot, branch, push: planned, warnings }: Prepared,
  { exitCode, push, warnings: more }: ScheduleEnding,
  context: CommandContext,
): Outcome => {
  const next = run.verdict === "PASS" ? undefined : filesToRead(run)[0];
  return {
    exitCode,
    verdict: run.verdict,
    lines: [verdictLine(run, tasks[0]?.loaded.order.title ?? "")],
    runId: run.runId,
    paths: { artifacts: run.directory, ...(next === undefined ? {} : { next }) },
    counts: { orders: 1, passed: run.verdict === "PASS" ? 1 : 0, attempts: attemptsMade(run) },
    errors: runErrors([run], exitCode),
    warnings: [...runWarnings([run]), ...[...warnings, ...more].map(asWarning)],
    extra: {
      branch,
      commit: run.commit,
      work_order_id: run.orderId,
      spent: spentDocument(run.spent),
      push: pushDocument(push, planned),
      ...(run.verdict === "PASS" ? {} : { resume: goOn(run.runId, [run], artifactsRoot, context) }),
    },
  };
};

/** What the document says about pushes: the plan, and what came of it. */
const pushDocument = ({ pushed, message }: ScheduleEnding["push"], { mode, target }: Prepared["push"]) => ({
  ...{ mode, remote: target?.remote ?? null, address: target?.address ?? null, pushed, message },
});

const scheduleOutcome = (
  { runId, orders, tasks, config }: Schedule,
  { branch, push: planned, warnings }: Prepared,
  { runs, left, verdict, exitCode, directory, unrecorded, push, spent, warnings: more }: ScheduleEnding,
  resume: string,
): Outcome => {
  const passed = runs.filter((run) => run.verdict === "PASS").length;
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const skipped = orders.map(({ order }) => order.id).filter((id) => !waiting.has(id));
  const stopped = stoppedRun(runs);
  const done = passed + skipped.length;
  const skip = skipped.length === 0 ? "" : ` (${skipped.length} done before)`;
  const where = runs.length === 0 ? "" : `  on ${branch}`;
  return {
    exitCode,
    verdict,
    lines: [`${verdictInWords(verdict, exitCode)}  ${done} of ${orders.length} orders${skip}${where}`],
    runs: runs.map(runEntry),
    paths: {
      ...(directory === null ? {} : { schedule: directory }),
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
      attempts: runs.reduce((sum, run) => sum + attemptsMade(run), 0),
    },
    errors: [
      ...runErrors(runs, exitCode),
      ...(unrecorded === null ? [] : [{ code: "unexpected", message: unrecorded }]),
    ],
    warnings: [...runWarnings(runs), ...[...warnings, ...more].map(asWarning)],
    extra: {
      branch,
      run_id: runId,
      skipped,
      ...(config.keep_going === true ? { left } : {}),
      spent: spentDocument(spent),
      push: pushDocument(push, planned),
      ...(verdict === "PASS" ? {} : { resume }),
    },
  };
};
