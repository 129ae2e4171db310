import { type EventBody, JOURNAL_START, type RunEvent, sealLine } from "@llmch/contract";
import type { LineLog } from "./line-log.ts";

/** Where a journal continues. */
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

/** Events of an act that can be done again, or that is found done. They reach the disk with the next durable line. */
const PASSING: ReadonlySet<EventBody["type"]> = new Set([
  "command_started",
  "command_finished",
  "model_asked",
  "model_retried",
  "answer_limited",
  "model_answered",
  "model_failed",
  "answer_reused",
  "tool_called",
  "warning",
  "setup_started",
  "setup_finished",
  "baseline_verified",
  "acceptance_tried",
  "attempt_started",
  "step_started",
  "step_finished",
  "rolled_back",
  "attempt_failed",
  "speculation_ended",
  // The commit is found by its trailer, and the end of an order's run in that run's own journal.
  "committed",
  "order_run_ended",
]);

/** Numbers events and adds them to the journal. Each line is sealed with the one before. */
export const createJournalWriter = (
  log: LineLog,
  { runId, now, position }: JournalWriterOptions,
): { add(body: EventBody): RunEvent } => {
  let { seq, checksum } = position;
  return {
    add: (body) => {
      const event: RunEvent = { seq, ts: now().toISOString(), run_id: runId, ...body };
      const sealed = sealLine(JSON.stringify(event), checksum);
      // What must outlast a power cut before anything rests on it: beginnings, what is about to land, decisions, the end (reliability §3.1).
      log.append(sealed.line, { durable: !PASSING.has(body.type) });
      seq += 1;
      checksum = sealed.checksum;
      return event;
    },
  };
};
