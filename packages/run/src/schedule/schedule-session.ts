import { existsSync } from "node:fs";
import type { Context, RunObserver } from "@llmch/config";
import {
  designSha256,
  EVENT_FORMAT,
  type EventBody,
  type Evidence,
  type FailureBrief,
  type Need,
  type RunVerdict,
} from "@llmch/contract";
import { monotonicClock } from "@llmch/files";
import { recordDesign, toldDesign } from "@llmch/planner";
import { ORDERS_FOLDER, openSession, planTitle, type Session } from "@llmch/records";
import { MANIFEST_FILE, repoArtifacts } from "@llmch/store";
import { attemptsMade, type Spending, spentDocument } from "@llmch/story";
import { EXIT, jsonObject, warningInWords } from "@llmch/text";
import { isolationInWords } from "../lease/isolation.ts";
import type { OrderRun } from "../order/order-ending.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { ExecutionListener } from "./execute.ts";
import type { Schedule } from "./schedule.ts";

/** How a schedule ended, as its summary says it. */
export interface RecordedEnding {
  /** What a PASS rests on; null if nothing landed, or not everything. */
  readonly evidence: Evidence | null;
  readonly verdict: RunVerdict;
  /** The exit code in the record (contract §1). */
  readonly exitCode: number;
  /** What it waits for a person to decide or answer. */
  readonly needs: readonly Need[];
  /** What all of its orders spent, across all of its sessions, on questions ahead of their turn too. */
  readonly spent: Spending;
  /** Why the plan as a whole failed; null if it did not. */
  readonly brief: FailureBrief | null;
}

/** The record of a `run-all`: it names the runs of its orders and keeps the orders as they were. */
export interface ScheduleSession extends ExecutionListener {
  readonly session: Session;
  readonly directory: string;
  /** Leaves the record resumable, after a fault that ended the schedule. */
  abandon(): void;
  /** Records how it ended. */
  finish(ending: RecordedEnding): Promise<void>;
}

/** Opens `artifacts/run-all/<id>/`, or continues in it. Everything that a resume needs is written before any order begins. */
export const openSchedule = async (
  {
    runId,
    orders,
    design,
    config,
    previous,
    anew,
    leftOut = [],
  }: Omit<Schedule, "kind" | "tasks" | "isDesigned" | "previousRuns">,
  prepared: Pick<Prepared, "artifactsRoot" | "branch" | "baseline" | "skipped" | "planAcceptance" | "isolation">,
  { secrets, version, env, asked }: Pick<Context, "secrets" | "version" | "env" | "asked">,
  observer: Pick<RunObserver, "event">,
): Promise<ScheduleSession> => {
  const { artifactsRoot, branch, baseline, skipped, planAcceptance, isolation } = prepared;
  const members = { working_branch: branch, config: jsonObject(config) };
  const session = await openSession(
    { artifactsRoot, kind: "run-all", runId, version, members, asked, previous: previous ?? anew?.stored ?? null },
    { clock: monotonicClock, now: () => new Date(), secrets, env, observer },
  );
  const skippedIds = skipped.map(({ order }) => order.id);
  const told = anew?.stored.journal.all ?? [];
  const begun = told.filter(({ type }) => type === "schedule_started").length;
  const folder = begun === 0 ? ORDERS_FOLDER : `${ORDERS_FOLDER}_${begun + 1}`;
  const title = planTitle(orders[0]?.document, [artifactsRoot, repoArtifacts(config.repo)]);
  const beginning: EventBody = {
    type: "schedule_started",
    format: EVENT_FORMAT,
    ...(title === null ? {} : { title }),
    branch,
    baseline,
    orders: orders.map(({ order, sha256 }) => ({ order: order.id, sha256 })),
    skipped: skippedIds,
    ...(planAcceptance.length === 0 ? {} : { plan_acceptance: planAcceptance }),
    ...(design === null ? {} : { design_sha256: designSha256(design) }),
    // Of its step, a build tells it.
    ...(config.part == null ? { isolation: isolationInWords(isolation) } : {}),
    ...(anew === undefined ? {} : { folder }),
    config,
  };
  try {
    const documents = async () => {
      const isTold = (sha256: string) => told.some((event) => event.type === "decided" && event.sha256 === sha256);
      if (anew !== undefined && !isTold(anew.decided.sha256)) await session.emit({ type: "decided", ...anew.decided });
      if (design !== null) await recordDesign(design, session);
      for (const { order, document } of orders) await session.record(`${folder}/${order.id}.json`, document);
      if (planAcceptance.length > 0)
        await session.record(`${folder}/${MANIFEST_FILE}`, { plan_acceptance: planAcceptance });
    };
    await session.begin(beginning, documents, anew !== undefined);
    if (design !== null && previous === null)
      await session.emit({ type: "designed", ...toldDesign(design), attempts: 0 });
    const known = previous?.journal.events ?? [];
    for (const order of leftOut)
      if (!known.some((event) => event.type === "order_skipped" && event.order === order))
        await session.emit({ type: "order_skipped", order });
  } catch (fault) {
    // Nobody holds the session yet who could.
    session.abandon();
    throw fault;
  }
  const ended: OrderRun[] = [];
  const tellEnding = async (run: OrderRun): Promise<void> => {
    const { runId: id, orderId: order, verdict, exitCode: exit_code, commit, seal } = run;
    const stage = run.brief?.stage ?? null;
    // The disk may be full, and this record has to end too.
    if (exit_code === EXIT.unexpected) await session.makeRoom();
    const isRecorded = existsSync(run.directory);
    if (!isRecorded && run.fault !== null) await session.emit({ type: "warning", message: `${order}: ${run.fault}` });
    await session.emit({ type: "order_run_ended", order, run: id, verdict, exit_code, commit, seal, stage });
  };
  return {
    session,
    directory: session.directory,
    started: ({ loaded, runId: run }) => session.emit({ type: "order_run_started", order: loaded.order.id, run }),
    ended: async (run) => {
      ended.push(run);
      await tellEnding(run);
    },
    stopped: tellEnding,
    abandon: session.abandon,
    finish: async ({ verdict, exitCode, evidence, needs, spent, brief }) => {
      const summary = {
        run_id: runId,
        verdict,
        exit_code: exitCode,
        working_branch: branch,
        baseline_commit: baseline,
        skipped: skippedIds,
        warnings: session.taken().warnings.map(warningInWords),
        ...(brief === null ? {} : { stage: brief.stage, failure_brief: jsonObject(brief) }),
        ...(exitCode === EXIT.waiting ? { needs } : {}),
        orders: ended.map((run) => ({
          work_order_id: run.orderId,
          run_id: run.runId,
          verdict: run.verdict,
          attempts: attemptsMade(run),
          commit: run.commit,
          ...(run.evidence === null ? {} : { evidence: run.evidence }),
        })),
        ...(evidence === null ? {} : { evidence }),
        config: jsonObject(config),
        spent: spentDocument(spent),
      };
      await session.finish({ verdict, exitCode, summary });
    },
  };
};
