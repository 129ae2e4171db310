import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Need } from "@llmch/contract";
import {
  type ErrorInWords,
  type FoundRequest,
  isCopied,
  isFoundByDatabase,
  type QueueRecord,
  readQueueRecord,
  readRequest,
  resolveArtifactsRoot,
} from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { type NextCommand, nextCommands, type RunState, type RunSummary, runState } from "@llmch/story";
import { counted, type Environment, EXIT, onOneLine, shellWord } from "@llmch/text";
import { isLive } from "./is-live.ts";
import { notOwn } from "./own-run.ts";
import { type StoredRunName, type StoredSummaries, storedSummaries } from "./stored-summaries.ts";
import { openNeeds, waitingRun } from "./waiting.ts";

/** A run of the store as it stands now, and what tells so. */
export interface RunNow extends StoredRunName {
  readonly directory: string;
  readonly summary: RunSummary;
  readonly state: RunState;
  /** Whether its branch was removed, though its record is kept. */
  readonly isDiscarded: boolean;
  /** What it waits for, and nobody has decided. */
  readonly needs: readonly Need[];
  /** Why it was not begun, or did not go on. */
  readonly errors: readonly ErrorInWords[];
  /** Null for a part of another run, which has no request of its own. */
  readonly asked: FoundRequest | null;
  readonly record: QueueRecord;
  readonly journalBytes: number;
  /** Whether it has ended by itself since a queue last started a process for it: its deaths are counted anew. */
  readonly hasEnded: boolean;
  /** The folder in which decisions on it are kept. */
  readonly decisions: string;
}

/** A run is gone on with so often, if its process dies. */
const RESUMED = 3;

/** Whether runs of a store are begun, and gone on with, by a server. */
export const isQueue = (root: string): boolean => existsSync(join(dirname(root), "token"));

/** Reads how a run stands. Never rejects: what cannot be read is damaged. */
export const runNow = async (summaries: StoredSummaries, run: StoredRunName, env: Environment): Promise<RunNow> => {
  const { kind, runId } = run;
  const { root } = summaries;
  const directory = join(root, kind, runId);
  const journalBytes = sizeOf(join(directory, "events.jsonl"));
  const record = readQueueRecord(directory);
  // Looked at before the journal is read: a process that ends in between has written its end.
  const isRunning = isLive(directory, record);
  const summary = summaries.of(run);
  const found = readRequest(env, { directory, runId });
  const asked = found?.ok ? found.value : null;
  const isWaiting = summary.exit_code === EXIT.waiting;
  const stored = isWaiting && found !== null ? await readStoredRun(root, kind, runId) : null;
  const waiting = stored?.ok ? await waitingRun(stored.value) : null;
  const needs = waiting === null ? [] : openNeeds(waiting, env);
  const isIdle = record.journalBytes === journalBytes;
  const noted = isIdle ? record.ended : null;
  const isRefused = noted !== null && noted.exitCode !== EXIT.ok && noted.exitCode !== EXIT.waiting;
  const isAgain = isIdle && record.again !== null && record.ended === null;
  const verdict = isAgain ? null : summary.verdict;
  const isJudged = verdict === "PASS" || verdict === "FAIL";
  const fault = found?.ok === false ? found.issues[0] : stored?.ok === false ? stored.issues[0].message : null;
  const isOwn = asked?.isOwn !== false;
  const isStrange = !isOwn && !summary.is_begun && noted === null;
  // A process of the queue that nobody wanted to end has died, as at the end of a machine. A person takes a run over, and may leave it.
  const isLeft = summary.exit_code === EXIT.interrupted && record.process !== null;
  const isToGoOn = summary.verdict === null || isWaiting || isLeft || (isIdle && record.ended === null);
  const hasEnded = summary.verdict !== null && !isLeft && journalBytes > record.journalBytes;
  const hasDied = record.starts > RESUMED && !hasEnded;
  const isGivenUp = hasDied || (isRefused && summary.is_begun);
  const isAsk = kind === "ask" && summary.is_begun;
  const isUnexpected = summary.verdict === "ERROR" && summary.exit_code === EXIT.unexpected;
  const isConflict =
    isUnexpected && [summary, ...summaries.partsOf(run).map(summaries.of)].some(({ ending }) => ending.isUncommitted);
  const waits = needs.length > 0 || noted?.exitCode === EXIT.waiting || (isWaiting && found === null);
  const state = runState({
    isDamaged: summary.is_damaged || (fault !== null && !isJudged),
    isRunning,
    verdict: verdict ?? (noted?.exitCode === EXIT.ok ? "PASS" : null),
    exitCode: summary.exit_code,
    isCancelled: record.cancelledAt !== null,
    isRefused: (isRefused && !summary.is_begun) || isStrange,
    waits,
    isQueued: !isJudged && isToGoOn && noted === null && !isGivenUp && !isAsk && isOwn && isQueue(root),
    ...{ isGivenUp, isConflict },
  });
  const died = hasDied ? [diedOften(record.starts)] : [];
  return {
    ...{ kind, runId, directory, summary, state, needs, asked, record, journalBytes, hasEnded },
    isDiscarded: record.discardedAt !== null,
    errors: isStrange
      ? [notOwn(run)]
      : state === "damaged"
        ? [unreadable(runId, fault)]
        : (noted?.errors ?? (state === "stopped" ? died : [])),
    decisions: join(waiting?.directory ?? directory, "decisions"),
  };
};

/** 0 for what is not there, or has a file in its way. */
const sizeOf = (path: string): number => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

const unreadable = (runId: string, fault: string | null): ErrorInWords => ({
  code: "unreadable-input",
  message: `${runId} cannot be read${fault === null ? "" : `: ${fault}`}`,
  hint: "see `llmch audit`",
});

const diedOften = (starts: number): ErrorInWords => ({
  code: "run-dead",
  message: `its process died ${counted(starts, "time")}`,
  hint: "see why in its files",
});

/** Where commands are typed. */
export interface Typist {
  readonly env: Environment;
  readonly cwd: string;
}

/**
 * The commands that come next for a run; of a part, those of its whole.
 * @param owesPush whether a push of its commits failed, and nobody has made up for it
 */
export const nextOf = async (
  summaries: StoredSummaries,
  now: RunNow,
  place: Typist,
  owesPush = false,
): Promise<readonly NextCommand[]> => {
  const { root } = summaries;
  const { summary, state, isDiscarded, needs, errors } = now;
  // It ended before anything began, and nobody knows what was asked for.
  if (now.asked === null && !summary.is_begun && state !== "damaged") return [];
  const whole = now.asked === null ? summaries.wholes().get(now.runId) : undefined;
  if (whole !== undefined && !SETTLED.has(state))
    return nextOf(summaries, await runNow(summaries, whole, place.env), place);
  const [error] = errors;
  const parts = state === "stopped" ? summaries.partsOf(now).map(summaries.of) : [];
  const mend = error === undefined || error.code === "run-dead" ? null : onOneLine(error.hint || error.message);
  return nextCommands(
    {
      ...{ state, isDiscarded, summary, directory: now.directory, parts, needs, owesPush, mend },
      isPart: whole !== undefined,
    },
    { store: artifactsFlag(root, place), cwd: place.cwd, isElsewhere: isCopied(root) },
  );
};

/** The same, of a run by its name. */
export const nextOfStored = async (
  root: string,
  run: StoredRunName,
  place: Typist,
  owesPush = false,
): Promise<readonly NextCommand[]> => {
  const summaries = storedSummaries(root);
  return nextOf(summaries, await runNow(summaries, run, place.env), place, owesPush);
};

/** States in which a part has nothing to say of its whole. */
const SETTLED: ReadonlySet<RunState> = new Set(["damaged", "running", "passed"]);

/** The flag that names the store; empty if commands find it by default. */
export const artifactsFlag = (root: string, { env, cwd }: Typist): string =>
  root === resolveArtifactsRoot(undefined, env, cwd) || isFoundByDatabase(root, env)
    ? ""
    : ` --artifacts-dir ${shellWord(root)}`;
