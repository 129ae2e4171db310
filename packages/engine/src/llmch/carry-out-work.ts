import { join } from "node:path";
import { EXIT } from "@llmch/contract";
import { attemptsMade, type OrderRun, orderFaults } from "../order/index.ts";
import type { Prepared } from "../preflight/index.ts";
import { carryOutSchedule, type Schedule, type ScheduleEnding, type Work, whileScheduled } from "../schedule/index.ts";
import type { ActContext } from "./act.ts";
import { type Ended, refusedBy } from "./ended.ts";
import { interruptedAfter, issue, warningOf } from "./issues.ts";
import type { Issue, Run, OrderRun as ToldRun } from "./public.ts";
import { spentOf } from "./spent.ts";

/** Carries out the work, and returns how it ended. */
export const carryOutWork = async (work: Work, { event }: ActContext): Promise<Ended<Run>> => {
  const observer = { event, output: null, ended: () => {} };
  const done = await whileScheduled(work, async (schedule, prepared, context) => {
    const ending = await carryOutSchedule(schedule, prepared, context, observer);
    return endedRun(schedule, prepared, ending);
  });
  return done.ok ? done.value : refusedBy(done.issues);
};

const endedRun = (
  { kind, runId, orders, tasks }: Schedule,
  { artifactsRoot, branch, baseline, warnings, cleared }: Prepared,
  ending: ScheduleEnding,
): Ended<Run> => {
  const waiting = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const skipped = orders.map(({ order }) => order.id).filter((id) => !waiting.has(id));
  return {
    value: {
      ...{ kind, runId, verdict: ending.verdict, branch, baseline, skipped },
      directory: ending.directory ?? join(artifactsRoot, "factory", runId),
      orders: ending.runs.map(toldRun),
      spent: spentOf(ending.spent),
    },
    issues: issuesOf(ending, branch),
    warnings: [
      ...[...cleared, ...warnings, ...ending.warnings].map((sentence) => warningOf(sentence)),
      ...ending.runs.flatMap((run) => run.warnings.map((sentence) => warningOf(sentence, run.orderId))),
    ],
  };
};

const toldRun = (run: OrderRun): ToldRun => {
  const { orderId, runId, verdict, directory, commit } = run;
  return { order: orderId, runId, verdict, directory, attempts: attemptsMade(run), commit };
};

const issuesOf = ({ runs, exitCode, unrecorded }: ScheduleEnding, branch: string): readonly Issue[] => {
  const found = runs.flatMap((run) =>
    orderFaults(run).map(({ code, message, read }) =>
      issue(code, message, { order: run.orderId, hint: read === null ? null : `read ${read}` }),
    ),
  );
  const broken = unrecorded === null ? [] : [issue("unexpected", unrecorded)];
  const committed = runs.flatMap(({ orderId, commit }) => (commit === null ? [] : [orderId]));
  const between = exitCode === EXIT.interrupted && found.length === 0 ? [interruptedAfter(committed, branch)] : [];
  return exitCode === EXIT.ok ? [] : [...found, ...broken, ...between];
};
