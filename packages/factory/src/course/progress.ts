import { asksOnly, type EventBody, type Objection, REPEATED_STAGES } from "@llmch/contract";
import type { AttemptRecord, FailedWork } from "../job/outcome.ts";
import { type AskedFor, askedIn, MOST_NEEDS, withAsked } from "../objection/asked-files.ts";
import type { AcceptanceTried } from "../verification/acceptance-before.ts";

/** The commit that the journal's author was about to make when it was interrupted. */
export type CommitIntent = Extract<EventBody, { readonly type: "committing" }>;
type Committed = Extract<EventBody, { readonly type: "committed" }>;
export type OrderRevised = Extract<EventBody, { readonly type: "order_revised" }>;
export type RevisionProposed = Extract<EventBody, { readonly type: "revision_proposed" }>;
type OrderStarted = Extract<EventBody, { readonly type: "order_started" }>;

/** How far a run of one order got, by its journal alone. */
export interface OrderProgress {
  /** Null if the run ended before it recorded its order. */
  readonly started: OrderStarted | null;
  /** The failed attempts, in order. The next attempt sees a report of them. */
  readonly failed: readonly AttemptRecord[];
  /** The total cost by each failed attempt; null if unknown. */
  readonly costs: readonly (number | null)[];
  /** The next attempt. An attempt is repeated if it broke off, or failed through no fault of its proposal. */
  readonly next: number;
  /** The objection that ended the last attempt, unless the order has since been revised or continued. */
  readonly objection: Objection | null;
  /** How many times a revision of the order was requested. */
  readonly revisions: number;
  /** The revision that awaits the user's decision: the last one since the last attempt. */
  readonly proposed: RevisionProposed | null;
  /** The latest revision of the order; null if it was never revised. */
  readonly revised: OrderRevised | null;
  /** The attempts after which the planner was asked to revise the order, and left it unchanged. */
  readonly left: readonly number[];
  /** How many attempts were made before the order was revised. They do not count toward the limit. */
  readonly before: number;
  /** How hard the order was judged to be; null if it was not. */
  readonly complexity: "simple" | "medium" | "complex" | null;
  /** The user's answers to failed attempts. */
  readonly said: readonly { readonly attempt: number; readonly text: string }[];
  /** The last failed attempt's work, if this session made it and it would fail again. */
  readonly failedWork: FailedWork | null;
  /** The files that the model asked to see. */
  readonly asked: readonly AskedFor[];
  /** Null if the acceptance was not tried before the work. */
  readonly tried: AcceptanceTried | null;
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
  costs: [],
  next: 1,
  objection: null,
  ...{ revisions: 0, proposed: null, revised: null, left: [], before: 0 },
  complexity: null,
  said: [],
  failedWork: null,
  asked: [],
  tried: null,
  intent: null,
  committed: null,
  verdict: null,
};

/** The last safe step of a run, by its journal. A pure fold, so the same journal always leads to the same step (reliability §3.1). */
export const orderProgress = (events: readonly EventBody[]): OrderProgress => events.reduce(follow, NO_PROGRESS);

const follow = (progress: OrderProgress, event: EventBody): OrderProgress => {
  switch (event.type) {
    case "order_started":
      return { ...progress, started: progress.started ?? event };
    case "acceptance_tried":
      return { ...progress, tried: event };
    case "attempt_started":
      return { ...progress, next: event.attempt, intent: null, objection: null, proposed: null };
    case "attempt_failed": {
      const { attempt, brief, touched_files, duration_ms, cost_usd = null, work_sha256: work } = event;
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
      const { objection = null } = brief;
      const costs = [...progress.costs, cost_usd];
      const failedWork = work === undefined ? null : { work, brief };
      return { ...progress, failed: [...progress.failed, record], costs, failedWork, next: attempt + 1, objection };
    }
    case "objected": {
      const asked = withAsked(progress.asked, askedIn(event));
      // A request beyond the limit shows nothing: it ends the order.
      return asksOnly(event.objection) && asked.length <= MOST_NEEDS ? { ...progress, asked } : progress;
    }
    case "triaged":
      return { ...progress, complexity: event.complexity };
    case "user_answered":
      // A revision that waited is turned down by it.
      return {
        ...progress,
        ...{ proposed: null, left: [...progress.left, event.attempt] },
        said: [...progress.said, { attempt: event.attempt, text: event.text }],
        failedWork: null,
      };
    case "revision_proposed":
      return {
        ...progress,
        revisions: Math.max(progress.revisions, event.revision),
        proposed: event.work_order_sha256 === null ? null : event,
        left: event.work_order_sha256 === null ? [...progress.left, progress.next - 1] : progress.left,
      };
    case "revision_left":
      return { ...progress, proposed: null, left: [...progress.left, event.attempt] };
    case "order_revised":
      return {
        ...progress,
        revised: event,
        failedWork: null,
        objection: null,
        proposed: null,
        before: progress.next - 1,
      };
    case "committing":
      return { ...progress, intent: event };
    case "committed":
      return { ...progress, committed: event };
    case "rolled_back":
      return { ...progress, intent: null };
    case "resumed":
      // The user may have mended what failed.
      return { ...progress, failedWork: null, verdict: null };
    case "run_finished":
      return { ...progress, verdict: event.verdict };
    default:
      return progress;
  }
};
