import { type EventBody, JOURNAL_START, type RunEvent, sealLine } from "@llmch/contract";
import type { LineLog } from "./line-log.ts";

/** Where a journal goes on. */
export interface JournalPosition {
  readonly seq: number;
  readonly checksum: string;
}

export const FIRST_POSITION: JournalPosition = { seq: 0, checksum: JOURNAL_START };

export interface JournalWriterOptions {
  readonly runId: string;
  /** The wall clock; a label only. */
  readonly now: () => Date;
  readonly position: JournalPosition;
}

/** What only tells how an act goes on; the acts themselves are on the disk before and after (reliability §3.1). */
const PASSING: ReadonlySet<EventBody["type"]> = new Set([
  "command_started",
  "command_finished",
  "model_asked",
  "model_retried",
  "model_answered",
  "model_failed",
  "warning",
]);

/** Numbers events and adds them to the journal, each line sealed with the one before. */
export const createJournalWriter = (
  log: LineLog,
  { runId, now, position }: JournalWriterOptions,
): { add(body: EventBody): RunEvent } => {
  let { seq, checksum } = position;
  return {
    add: (body) => {
      const event: RunEvent = { seq, ts: now().toISOString(), run_id: runId, ...body };
      const sealed = sealLine(JSON.stringify(event), checksum);
      log.append(sealed.line, { durable: !PASSING.has(body.type) });
      seq += 1;
      checksum = sealed.checksum;
      return event;
    },
  };
};
