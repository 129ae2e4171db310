import type { FailureBrief } from "@llmch/contract";
import type { GateOutcome, Stopped } from "./gate-outcome.ts";
import type { AcceptedChange } from "./ports.ts";
import type { Verified } from "./verification/verified.ts";

/** How an attempt ended, or one of its candidates. */
export type AttemptOutcome = PassedAttempt | FailedAttempt | Stopped;

export interface PassedAttempt {
  readonly kind: "passed";
  /** Which of the attempt's candidates it came to; left out for the first. */
  readonly candidate?: number;
  readonly changes: readonly AcceptedChange[];
  /** Those among the changes that commands made. */
  readonly derived: readonly string[];
  /** What else those commands had changed; it was put back. */
  readonly drift: readonly string[];
  readonly summary: string;
  readonly verified: Verified;
  /** Whether commands were to make files of it: they may have installed what it needs. */
  readonly isMade: boolean;
  /** How heavy the notes weigh that a reviewer holds against it; null if nobody reviewed it. */
  readonly notes: number | null;
  /** The ids of the children whose work it is; left out if it is one author's. */
  readonly children?: readonly string[];
}

export interface FailedAttempt {
  readonly kind: "failed";
  /** Which of the attempt's candidates it came to; left out for the first. */
  readonly candidate?: number;
  readonly brief: FailureBrief;
  readonly answer: string | null;
  readonly touched: readonly string[];
  /** No other attempt can be made. */
  readonly isLast: boolean;
  /** The record that answers is another one's: no other candidate makes up for that. */
  readonly isOfRecord: boolean;
}

/** What a gate that did not open makes of the attempt. */
export const closed = (
  gate: Exclude<GateOutcome<never>, { kind: "open" }>,
  answer: string | null,
  touched: readonly string[],
): FailedAttempt | Stopped => {
  if (gate.kind !== "shut") return gate;
  const { brief, isLast = false, isOfRecord = false } = gate;
  return { kind: "failed", brief, answer: gate.answer ?? answer, touched, isLast, isOfRecord };
};
