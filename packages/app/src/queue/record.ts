import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  type JsonObject,
  jsonObject,
  member,
  numberMember,
  objectMember,
  type Result,
  type RunVerdict,
  refusal,
  rejected,
  textMember,
} from "@llmch/contract";
import { isDead, jsonText, newOwnedName, ownerOf, syncDirectory, writeFileAtomic } from "@llmch/files";
import { isBeingWritten, isRunId, QUEUE_FILE, readOwnObject } from "@llmch/store";
import { acquireLock } from "@llmch/workspace";
import { errorsIn } from "../detached/resume-process.ts";
import type { OutcomeError } from "../outcome.ts";

/** What the queue notes of a run besides what the run does itself. */
export interface QueueRecord {
  /** Processes that the queue started since the run last ended by itself. */
  readonly starts: number;
  /** How long its journal was at the last start. */
  readonly journalBytes: number;
  /** The name of the last process; `STARTING` while there is none yet. */
  readonly process: string | null;
  /** UTC. */
  readonly cancelledAt: string | null;
  readonly ended: EndedProcess | null;
}

/** What a process said that ended without any event: a refusal, or that another run has the result. */
export interface EndedProcess {
  readonly exitCode: number;
  readonly verdict: RunVerdict | null;
  readonly runId: string | null;
  readonly errors: ReturnType<typeof errorsIn>;
  /** UTC. */
  readonly at: string;
}

export const STARTING = "starting";
const FORMAT = "llmch.queue/1";
/** If a server dies while it starts a process, nobody can tell for so long whether that is there. */
const START_MS = 20_000;

export const readRecord = (directory: string): QueueRecord => {
  const read = readOwnObject(join(directory, QUEUE_FILE)) ?? {};
  const ended = member(read, "ended") ? objectMember(read, "ended") : null;
  return {
    starts: numberMember(read, "starts") ?? 0,
    journalBytes: numberMember(read, "journal_bytes") ?? 0,
    process: textMember(read, "process"),
    cancelledAt: textMember(read, "cancelled_at"),
    ended: ended && endedIn(ended),
  };
};

const endedIn = (ended: JsonObject): EndedProcess => {
  const runId = textMember(ended, "run_id");
  return {
    exitCode: numberMember(ended, "exit_code") ?? 1,
    verdict: VERDICTS.find((known) => known === textMember(ended, "verdict")) ?? null,
    runId: runId !== null && isRunId(runId) ? runId : null,
    errors: errorsIn(ended),
    at: textMember(ended, "at") ?? "",
  };
};
const VERDICTS = ["PASS", "FAIL", "ERROR"] as const;

/** What the document of a process says that ended just now. */
export const endedBy = (document: JsonObject): EndedProcess => endedIn({ ...document, at: new Date().toISOString() });

/** Writes it: on disk on return. */
export const writeRecord = async (directory: string, record: QueueRecord): Promise<void> => {
  const { starts, journalBytes, process, cancelledAt, ended } = record;
  const document = {
    ...{ format: FORMAT, starts, journal_bytes: journalBytes, process, cancelled_at: cancelledAt },
    ended: ended && {
      ...{ exit_code: ended.exitCode, verdict: ended.verdict, run_id: ended.runId, at: ended.at },
      errors: ended.errors.map((error) => jsonObject({ ...error })),
    },
  };
  // The run's own process clears its folder of temporary files.
  const temporary = join("..", newOwnedName());
  await writeFileAtomic(join(directory, QUEUE_FILE), jsonText(jsonObject(document)), { temporary });
  syncDirectory(directory);
};

/** Whether a process carries a run out, or is about to. */
export const isLive = (directory: string, { process }: Pick<QueueRecord, "process">): boolean => {
  if (isBeingWritten(directory)) return true;
  if (process === null) return false;
  const owner = ownerOf(process);
  if (owner !== null) return !isDead(owner);
  const { mtimeMs = 0 } = statSync(join(directory, QUEUE_FILE), { throwIfNoEntry: false }) ?? {};
  return process === STARTING && Math.abs(Date.now() - mtimeMs) < START_MS;
};

const PATIENCE_MS = 30_000;
const POLL_MS = 10;

/** Does something of that name while no other process, and nobody else in this one, does. */
export const whileAlone = async <Value>(
  data: string,
  name: string,
  work: () => Promise<Result<Value, OutcomeError>>,
): Promise<Result<Value, OutcomeError>> => {
  for (const until = performance.now() + PATIENCE_MS; ; await setTimeout(POLL_MS)) {
    const lock = acquireLock({ commonDir: join(data, "queue") }, name, { run: name });
    if (!lock.ok && lock.issues[0].code === "locked" && performance.now() < until) continue;
    if (!lock.ok)
      return rejected(refusal(lock.issues[0].code, `${data} is in use: ${lock.issues[0].message}`, "try again"));
    try {
      return await work();
    } finally {
      lock.value.release();
    }
  }
};
