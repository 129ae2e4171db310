import { basename, join } from "node:path";
import type { Context, RunObserver } from "@llmch/config";
import { type Evidence, evidenceInTrailer, evidenceTogether, type Warning } from "@llmch/contract";
import type { PlanVerdict } from "@llmch/factory";
import { copyFolder, keptText, realLocation } from "@llmch/files";
import { NOTHING_SPENT, spentBefore } from "@llmch/records";
import { isRunId, type StoredRun } from "@llmch/store";
import { runSpending, spentTogether } from "@llmch/story";
import { EXIT, isJsonObject, messageOf, readJson, textMember } from "@llmch/text";
import { needsOf, type OrderRun } from "../order/order-ending.ts";
import type { OrderTask } from "../order/order-task.ts";
import type { Prepared } from "../preflight/preflight.ts";
import { execute } from "./execute.ts";
import { lastPush, type PushEnding, type PushWord, pushEnding } from "./push-ending.ts";
import type { Schedule } from "./schedule.ts";
import { openSchedule, type RecordedEnding, type ScheduleSession } from "./schedule-session.ts";

/** Receives what a schedule does as it runs. It must not throw. */
export interface ScheduleObserver extends RunObserver {
  /** An order's run has ended, and its record is closed. */
  ended(run: OrderRun, task: OrderTask): void;
}

/** How a schedule ended. */
export interface ScheduleEnding extends RecordedEnding {
  readonly runs: readonly OrderRun[];
  /** The ids of orders that were skipped because they depend on one that failed. */
  readonly left: readonly string[];
  /** The directory of the schedule's own record; null for a single order. */
  readonly directory: string | null;
  /** Why the schedule's own record could not be finished, or null. What was committed stays committed. */
  readonly unrecorded: string | null;
  readonly push: PushEnding;
  /** What the user should know, one sentence each: for example, that artifacts could not be copied. */
  readonly warnings: readonly Warning[];
}

/** Carries out the orders of a schedule and records how each of them, and the whole schedule, ended. */
export const carryOutSchedule = async (
  schedule: Schedule,
  given: Prepared,
  context: Context,
  told: ScheduleObserver,
): Promise<ScheduleEnding> => {
  const { leftOut = [] } = schedule;
  const prepared = leftOut.length === 0 ? given : { ...given, planAcceptance: [] };
  let push: PushWord | null = null;
  const observer: ScheduleObserver = {
    ...told,
    event: (event) => {
      push = lastPush(push, event);
      told.event(event);
    },
  };
  const { kind, tasks, config, previous, previousRuns } = schedule;
  const warnings: Warning[] = leftOut.map(
    (id) => `${id} was left out, as you said: the plan was not judged as a whole`,
  );
  const record = kind === "run" ? null : await openSchedule(schedule, prepared, context, observer);
  const own = kind === "run" ? (tasks[0]?.previous ?? null) : previous;
  /** Orders that were begun ahead of a turn that never came: their questions were paid for too. */
  const stopped: OrderRun[] = [];
  const running = execute(schedule, prepared, own === null ? NOTHING_SPENT : spentBefore(own, previousRuns), context, {
    observer,
    session: record?.session ?? null,
    started: async (task) => record?.started(task),
    ended: async (run, task) => {
      observer.ended(run, task);
      await record?.ended(run, task);
      if (config.out === null) return;
      const copy = kind === "run" ? config.out : join(config.out, run.orderId);
      warnings.push(...(await copyArtifacts(run.directory, copy)));
    },
    stopped: async (run, task) => {
      stopped.push(run);
      await record?.stopped(run, task);
    },
  });
  const {
    runs,
    left,
    needs: last,
    whole,
    examined,
  } = await running.catch((fault: unknown) => {
    record?.abandon();
    throw fault;
  });
  const needs = [...needsOf(runs), ...last];
  const ended = exitCodeOf(runs, tasks.length - left.length, context.signal) || exitCodeOfWhole(whole, context.signal);
  const brief = whole.kind === "shut" ? whole.brief : null;
  const exitCode = ended === EXIT.ok && last.length > 0 ? EXIT.waiting : ended;
  const verdict = exitCode === EXIT.ok ? "PASS" : exitCode === EXIT.failed ? "FAIL" : "ERROR";
  const taken = record?.session.taken();
  const earlier = withoutRuns(previousRuns, [...runs, ...stopped]);
  const spent = spentTogether([
    ...(taken === undefined ? [] : [taken.spent]),
    ...earlier.map(({ journal }) => runSpending(journal.events)),
    ...[...runs, ...stopped].map((run) => run.spent),
  ]);
  const landed = [...evidenceBefore(schedule, prepared), ...runs.map((run) => run.evidence)].flatMap(
    (each) => each ?? [],
  );
  const together = verdict === "PASS" ? evidenceTogether([...landed, ...evidenceOfWhole(prepared, landed)]) : null;
  const evidence = together === null || examined === null ? together : { ...together, examined };
  warnings.push(...(taken?.warnings ?? []));
  const unrecorded =
    record === null ? null : await finishRecord(record, { verdict, exitCode, evidence, needs, spent, brief });
  return {
    verdict,
    exitCode: exitCode === EXIT.ok && unrecorded !== null ? EXIT.unexpected : exitCode,
    runs,
    left,
    directory: record?.directory ?? null,
    push: pushEnding(prepared.push, push, verdict, prepared.branch, needs),
    ...{ needs, unrecorded, evidence, spent, warnings, brief },
  };
};

/** Earlier sessions' runs of orders that this one did not carry on. */
const withoutRuns = (previous: readonly StoredRun[], runs: readonly OrderRun[]): readonly StoredRun[] => {
  const now = new Set(runs.map(({ runId }) => runId));
  return previous.filter(({ runId }) => !now.has(runId));
};

/** What the orders rest on that the history shows done, as their commits say it; the last one landed last. */
const evidenceBefore = ({ orders }: Schedule, { done }: Prepared): readonly (Evidence | null)[] => {
  const ids = new Set(orders.map(({ order }) => order.id));
  const newest = done.filter(({ order }) => ids.delete(order));
  return newest.map(({ evidence }) => evidenceInTrailer(evidence)).toReversed();
};

/** The plan's own acceptance counts beside that of its orders, on the tree that the last one verified. */
const evidenceOfWhole = ({ planAcceptance }: Prepared, landed: readonly Evidence[]): readonly Evidence[] => {
  const hidden = planAcceptance.filter((each) => each.hidden).length;
  const last = { tests: null, ...landed.at(-1) };
  return planAcceptance.length === 0 ? [] : [{ ...last, acceptance: planAcceptance.length - hidden, hidden }];
};

const finishRecord = async (record: ScheduleSession, ending: RecordedEnding): Promise<string | null> => {
  try {
    await record.finish(ending);
    return null;
  } catch (fault) {
    record.abandon();
    return `the record of the run-all could not be finished in ${record.directory}: ${messageOf(fault)}`;
  }
};

/**
 * The exit code of a schedule: that of the order that ended it, or of the first that failed (contract §1). A signal after the last order
 * is ignored.
 */
const exitCodeOf = (runs: readonly OrderRun[], pending: number, signal: AbortSignal): number => {
  const last = runs.at(-1);
  if (last !== undefined && last.exitCode !== EXIT.ok) return last.exitCode;
  if (signal.aborted && runs.length < pending) return EXIT.interrupted;
  if (last !== undefined && last.fault !== null) return EXIT.unexpected;
  return runs.find(({ exitCode }) => exitCode !== EXIT.ok)?.exitCode ?? EXIT.ok;
};

/** That of a plan that was judged as a whole, after its orders or before them. */
const exitCodeOfWhole = ({ kind }: PlanVerdict, signal: AbortSignal): number => {
  if (kind === "open") return EXIT.ok;
  if (kind === "shut") return EXIT.failed;
  return signal.aborted ? EXIT.interrupted : EXIT.limit;
};

/**
 * Copies a run's artifacts for `--out`. Replaces an earlier copy's files, but no file of anybody else's. A copy that fails is a warning:
 * the verdict stands.
 */
export const copyArtifacts = async (from: string, to: string): Promise<readonly string[]> => {
  try {
    await copyFolder(from, to, isCopyOfRun(to));
    return [];
  } catch (fault) {
    return [`the artifacts could not be copied to ${to}: ${messageOf(fault)}`];
  }
};

/** The folder that has a run's id as its name is its record, not a copy. */
const isCopyOfRun = (folder: string): boolean => {
  const document = readJson(keptText(join(folder, "run.json")) ?? "");
  const run = document.ok && isJsonObject(document.value) ? textMember(document.value, "run_id") : null;
  return run != null && isRunId(run) && basename(realLocation(folder)) !== run;
};
