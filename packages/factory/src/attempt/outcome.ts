import type { AcceptedChange, FailureBrief } from "@llmch/contract";
import type { GateOutcome, Stopped } from "../job/gate-outcome.ts";
import type { TestsKept, Verified } from "../job/outcome.ts";

/** How an attempt ended. */
export type AttemptOutcome = PassedAttempt | FailedAttempt | AnsweredAttempt | Stopped;

/** Nobody waits for the verdict on its answer yet. */
export interface AnsweredAttempt {
  readonly kind: "answered";
}

export interface PassedAttempt {
  readonly kind: "passed";
  readonly changes: readonly AcceptedChange[];
  /** The paths among the changes that commands made. */
  readonly derived: readonly string[];
  /** Other paths that those commands changed; they were restored. */
  readonly drift: readonly string[];
  readonly summary: string;
  readonly verified: Verified;
  readonly tests: TestsKept;
  /** The ids of the children that did the work; left out if one author did. */
  readonly children?: readonly string[];
}

export interface FailedAttempt {
  readonly kind: "failed";
  readonly brief: FailureBrief;
  readonly answer: string | null;
  readonly touched: readonly string[];
  /** No further attempt is possible. */
  readonly isLast: boolean;
  /** Identifies what failed; left out if it may pass another time. */
  readonly work?: string;
}

/** The attempt's outcome when a gate did not open. */
export const closed = (
  gate: Exclude<GateOutcome<never>, { kind: "open" }>,
  answer: string | null,
  touched: readonly string[],
): FailedAttempt | Stopped => {
  if (gate.kind !== "shut") return gate;
  const { brief, isLast = false } = gate;
  return { kind: "failed", brief, answer: gate.answer ?? answer, touched, isLast };
};
