import { join } from "node:path";
import type { RunVerdict } from "@llmch/contract";
import { isDead, jsonText, newOwnedName, ownerOf, syncDirectory, writeFileAtomic } from "@llmch/files";
import {
  type JsonObject,
  jsonObject,
  member,
  numberMember,
  objectMember,
  objectsMember,
  textMember,
  textsMember,
} from "@llmch/text";
import { readOwnObject } from "./own-text.ts";
import { isRunId } from "./stored-runs.ts";

/** What a queue notes of a run that it starts. It may come before the run's first event and after its seal. */
export const QUEUE_FILE = "queue.json";

/** What the queue notes of a run besides what the run does itself. */
export interface QueueRecord {
  /** Processes that the queue started since the run last ended by itself. */
  readonly starts: number;
  /** How long its journal was at the last start. */
  readonly journalBytes: number;
  /** The last process that the queue started, as owners are named. */
  readonly process: string | null;
  /** UTC. */
  readonly cancelledAt: string | null;
  /** When its branch was removed, though its record is kept. UTC. */
  readonly discardedAt: string | null;
  readonly ended: EndedProcess | null;
  /** The flags with which a run goes on that was judged, as somebody asked; null if nobody did. */
  readonly again: readonly string[] | null;
}

/** An error of a process, as its document says it. */
export interface ErrorInWords {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** What a process said that ended without any event: a refusal, or that another run has the result. */
export interface EndedProcess {
  readonly exitCode: number;
  readonly verdict: RunVerdict | null;
  readonly runId: string | null;
  readonly errors: readonly ErrorInWords[];
  /** UTC. */
  readonly at: string;
}

/** Stands for a process that is about to be there. */
export const STARTING = "starting";
const FORMAT = "llmch.queue/1";

export const readQueueRecord = (directory: string): QueueRecord => {
  const read = readOwnObject(join(directory, QUEUE_FILE)) ?? {};
  const ended = member(read, "ended") ? objectMember(read, "ended") : null;
  return {
    starts: numberMember(read, "starts") ?? 0,
    journalBytes: numberMember(read, "journal_bytes") ?? 0,
    process: textMember(read, "process"),
    cancelledAt: textMember(read, "cancelled_at"),
    discardedAt: textMember(read, "discarded_at"),
    ended: ended && endedIn(ended),
    again: Array.isArray(member(read, "again")) ? textsMember(read, "again") : null,
  };
};

/** When it came to its end that nothing was to come of a run, as the queue notes; null if nothing says so. */
export const overAt = (directory: string): string | null => {
  const { cancelledAt, ended } = readQueueRecord(directory);
  return cancelledAt ?? ended?.at ?? null;
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
export const writeQueueRecord = async (directory: string, record: QueueRecord): Promise<void> => {
  const { starts, journalBytes, process, cancelledAt, discardedAt, ended, again } = record;
  const document = {
    ...{ format: FORMAT, starts, journal_bytes: journalBytes, process, cancelled_at: cancelledAt },
    ...(discardedAt === null ? {} : { discarded_at: discardedAt }),
    ...(again === null ? {} : { again: [...again] }),
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

/** Somebody wants a run to end for good: nobody carries it on by itself. */
export const markCancelled = (directory: string): Promise<void> => markNow(directory, "cancelledAt");

/** The branch of a run is gone, and its record is kept. */
export const markDiscarded = (directory: string): Promise<void> => markNow(directory, "discardedAt");

const markNow = async (directory: string, mark: "cancelledAt" | "discardedAt"): Promise<void> => {
  const record = readQueueRecord(directory);
  if (record[mark] === null) await writeQueueRecord(directory, { ...record, [mark]: new Date().toISOString() });
};

const NOTHING_STARTED = { again: null, process: null, starts: 0, journalBytes: 0 };

/**
 * What a queue noted of a run's process, and that it was cancelled or discarded, does not count once a person carries it on. Gives whether
 * it was cancelled. Called by the process that writes to the run.
 */
export const takeOver = async (directory: string): Promise<boolean> => {
  const record = readQueueRecord(directory);
  const owner = ownerOf(record.process ?? "");
  const isQueues = record.process === STARTING || (owner?.pid === process.pid && !isDead(owner));
  const { cancelledAt, discardedAt } = record;
  if (isQueues || (record.process === null && cancelledAt === null && discardedAt === null)) return false;
  await writeQueueRecord(directory, { ...record, ...NOTHING_STARTED, cancelledAt: null, discardedAt: null });
  return cancelledAt !== null;
};

/** Why a process did not do what it was asked, as its document says. */
export const errorsIn = (document: JsonObject): readonly ErrorInWords[] =>
  objectsMember(document, "errors").map((error) => ({
    code: textMember(error, "code") ?? "unexpected",
    message: textMember(error, "message") ?? "it was refused",
    hint: textMember(error, "hint") ?? "",
  }));
