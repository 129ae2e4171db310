import { dirname } from "node:path";
import type { Context, RunObserver } from "@llmch/config";
import type { EventBody, RunEvent } from "@llmch/contract";
import { monotonicClock } from "@llmch/files";
import { openSession, type Session } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import { EXIT, jsonObject } from "@llmch/text";
import type { ObjectedRun } from "./find-objected.ts";

type Place = Pick<Context, "version" | "secrets" | "env" | "signal">;
type Watching = Pick<RunObserver, "event">;

/**
 * Reopens an order's run only for its revision: the run ends as it did before, but records what was asked and agreed. If it belongs to a
 * run-all, that records the run's new seal.
 * @param standing the hash of the order's form so far
 * @param work returns its value, and the hash of the order's current form
 */
export const inRevisionSession = async <Value>(
  objected: ObjectedRun,
  standing: string,
  place: Place,
  observer: Watching,
  work: (session: Session) => Promise<{ readonly value: Value; readonly sha256: string }>,
): Promise<Value> => {
  const { run, started, whole } = objected;
  const { order, branch, schedule, config, work_order_sha256 } = started;
  const membersOf = (sha256: string) => ({
    ...{ work_order_id: order, work_order_sha256: sha256, working_branch: branch, schedule },
    config: jsonObject(config),
  });
  const session = await open(run, membersOf(work_order_sha256), place, observer);
  const finish = async (sha256: string): Promise<void> => {
    const seal = await session.finish({ ...FAILED, members: membersOf(sha256) });
    if (whole.runId !== run.runId) await recordSeal(objected, seal, place);
  };
  let done: Awaited<ReturnType<typeof work>>;
  try {
    await session.begin(bodyOf(started), async () => {});
    done = await work(session);
  } catch (fault) {
    // Ctrl-C also ends a git that reads a file: nothing has changed, and the run ends as before.
    if (place.signal.aborted) await finish(standing).catch(() => session.abandon());
    else session.abandon();
    throw fault;
  }
  try {
    await finish(done.sha256);
  } catch (fault) {
    session.abandon();
    throw fault;
  }
  return done.value;
};

const FAILED = { verdict: "FAIL", exitCode: EXIT.failed, summary: null } as const;

const recordSeal = async ({ whole, run, started }: ObjectedRun, seal: string | null, place: Place): Promise<void> => {
  const [beginning] = whole.journal.events;
  if (beginning?.type !== "schedule_started") return;
  const members = { working_branch: beginning.branch, config: jsonObject(beginning.config) };
  const session = await open(whole, members, place, { event: () => {} });
  try {
    await session.begin(bodyOf(beginning), async () => {});
    await session.emit({ type: "order_run_started", order: started.order, run: run.runId });
    await session.emit({
      ...{ type: "order_run_ended", order: started.order, run: run.runId, verdict: FAILED.verdict },
      ...{ exit_code: FAILED.exitCode, commit: null, seal, stage: "objected" },
    });
    await session.finish(FAILED);
  } catch (fault) {
    session.abandon();
    throw fault;
  }
};

const open = (
  previous: StoredRun,
  members: Parameters<typeof openSession>[0]["members"],
  { version, secrets, env }: Place,
  observer: Watching,
): Promise<Session> => {
  const { kind, runId, directory } = previous;
  const artifactsRoot = dirname(dirname(directory));
  const ports = { clock: monotonicClock, now: () => new Date(), secrets, env, observer };
  return openSession({ artifactsRoot, kind, runId, version, members, previous }, ports);
};

const bodyOf = ({ seq: _, ts: __, run_id: ___, ...body }: RunEvent): EventBody => body;
