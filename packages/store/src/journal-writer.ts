import { type EventBody, GATES, JOURNAL_START, type RunEvent, type Step, sealLine } from "@llmch/contract";
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

/** Events about the progress of a repeatable act. They reach the disk with the next durable line. */
const PASSING: ReadonlySet<EventBody["type"]> = new Set([
  "command_started",
  "command_finished",
  "model_asked",
  "model_retried",
  "answer_limited",
  "model_answered",
  "model_failed",
  "warning",
  "attempt_started",
  "step_finished",
  "rolled_back",
]);

/** Steps that run commands, which may change more than llmch's own worktree. */
const RUNNING: ReadonlySet<Step> = new Set(GATES.flatMap(({ step, time }) => (time === "commands" ? [step] : [])));

/**
 * Whether llmch may continue only once the line is on the disk: the line begins or ends a run, or comes before or after an act
 * on the user's repo or by commands (reliability §3.1). A killed process never loses a line; a power cut may lose the other
 * lines.
 */
const isDurable = (body: EventBody): boolean =>
  body.type === "step_started" ? RUNNING.has(body.step) : !PASSING.has(body.type);

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
      log.append(sealed.line, { durable: isDurable(body) });
      seq += 1;
      checksum = sealed.checksum;
      return event;
    },
  };
};
