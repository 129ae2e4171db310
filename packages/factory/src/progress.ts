import { type EventBody, FINAL_STAGES } from "@llmch/contract";
import type { AttemptRecord } from "./attempt-record.ts";

/** What was about to be committed when the journal's author was interrupted. */
export type CommitIntent = Extract<EventBody, { readonly type: "committing" }>;
type Committed = Extract<EventBody, { readonly type: "committed" }>;
type OrderStarted = Extract<EventBody, { readonly type: "order_started" }>;

/** How far a run of one order came, as its journal alone tells. */
export interface OrderProgress {
  /** Null where the run ended before it said what it carries out. */
  readonly started: OrderStarted | null;
  /** The attempts that failed, in order: what the next one is told of. */
  readonly failed: readonly AttemptRecord[];
  /** The attempt that comes next. One that was broken off, or that the proposal was not at fault for, comes again. */
  readonly next: number;
  /** Set where a commit was begun. Whether the branch moved, only the branch tells while `committed` is null. */
  readonly intent: CommitIntent | null;
  readonly committed: Committed | null;
  /** The verdict that the run ended with last, or null where it never came to one. */
  readonly verdict: "PASS" | "FAIL" | "ERROR" | null;
}

/** A run that has not begun. */
export const NO_PROGRESS: OrderProgress = {
  started: null,
  failed: [],
  next: 1,
  intent: null,
  committed: null,
  verdict: null,
};

/**
 * The last safe step of a run, by its journal: a pure fold, so that the same journal always leads to the same step
 * (reliability §3.1).
 */
export const orderProgress = (events: readonly EventBody[]): OrderProgress => events.reduce(follow, NO_PROGRESS);

const follow = (progress: OrderProgress, event: EventBody): OrderProgress => {
  switch (event.type) {
    case "order_started":
      return { ...progress, started: progress.started ?? event };
    case "attempt_started":
      return { ...progress, next: event.attempt, intent: null };
    case "attempt_failed": {
      const { attempt, brief, touched_files, duration_ms } = event;
      if (FINAL_STAGES.has(brief.stage)) return { ...progress, next: attempt };
      const record: AttemptRecord = {
        attempt,
        verdict: "FAIL",
        stage: brief.stage,
        summary: null,
        touched_files,
        repo_drift: [],
        failure_brief: brief,
        duration_ms,
      };
      return { ...progress, failed: [...progress.failed, record], next: attempt + 1 };
    }
    case "committing":
      return { ...progress, intent: event };
    case "committed":
      return { ...progress, committed: event };
    case "rolled_back":
      return { ...progress, intent: null };
    case "resumed":
      return { ...progress, verdict: null };
    case "run_finished":
      return { ...progress, verdict: event.verdict };
    default:
      return progress;
  }
};
