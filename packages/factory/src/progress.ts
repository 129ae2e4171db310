import { asksOnly, type EventBody, REPEATED_STAGES } from "@llmch/contract";
import type { AttemptRecord } from "./attempt-record.ts";
import { type AskedFor, askedIn, withAsked } from "./objection/asked-files.ts";

/** The commit that the journal's author was about to make when it was interrupted. */
export type CommitIntent = Extract<EventBody, { readonly type: "committing" }>;
type Committed = Extract<EventBody, { readonly type: "committed" }>;
type OrderStarted = Extract<EventBody, { readonly type: "order_started" }>;

/** How far a run of one order came, by its journal alone. */
export interface OrderProgress {
  /** Null if the run ended before it recorded its order. */
  readonly started: OrderStarted | null;
  /** The attempts that failed, in order. The next one sees a report of them. */
  readonly failed: readonly AttemptRecord[];
  /** The next attempt. An attempt that broke off, or that failed through no fault of the proposal, is repeated. */
  readonly next: number;
  /** What the model has asked to be shown. */
  readonly asked: readonly AskedFor[];
  /** Set if a commit was begun. While `committed` is null, only the branch tells whether it moved. */
  readonly intent: CommitIntent | null;
  readonly committed: Committed | null;
  /** The run's last verdict, or null if it never reached one. */
  readonly verdict: "PASS" | "FAIL" | "ERROR" | null;
}

/** A run that has not begun. */
export const NO_PROGRESS: OrderProgress = {
  started: null,
  failed: [],
  next: 1,
  asked: [],
  intent: null,
  committed: null,
  verdict: null,
};

/**
 * The last safe step of a run, by its journal. It is a pure fold, so the same journal always leads to the same step
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
      if (REPEATED_STAGES.has(brief.stage)) return { ...progress, next: attempt };
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
    case "objected":
      return asksOnly(event.objection) ? { ...progress, asked: withAsked(progress.asked, askedIn(event)) } : progress;
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
