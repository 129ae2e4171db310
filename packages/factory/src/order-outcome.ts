import type { FailedAttempt } from "./attempt-outcome.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import type { Candidate } from "./candidate.ts";
import type { Stopped } from "./gate-outcome.ts";
import type { OrderJob } from "./order-job.ts";
import type { Ports } from "./ports.ts";

/** How an order ended. */
export type OrderOutcome = Ending & {
  /** The attempts that have ended. A candidate's own attempt ends only when it lands. */
  readonly attempts: readonly AttemptRecord[];
};

type Ending =
  | { readonly kind: "candidate"; readonly candidate: Candidate }
  | { readonly kind: "failed"; readonly brief: FailedAttempt["brief"] }
  /** The work passed, but could not be prepared for a commit: never a PASS (contract §5.5). */
  | { readonly kind: "not-committed"; readonly reason: string }
  /** The planner must revise the order, or say that it stays as it is. */
  | { readonly kind: "revise"; readonly brief: FailedAttempt["brief"]; readonly row: number }
  /** The user must say how to continue. */
  | { readonly kind: "waiting"; readonly question: string }
  /** What follows must wait for the order's turn. */
  | { readonly kind: "paused" }
  | Stopped;

/** Carries out an order from its beginning. */
export type CarryOut = (job: OrderJob, ports: Ports) => Promise<OrderOutcome>;
