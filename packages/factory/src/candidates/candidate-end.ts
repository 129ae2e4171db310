import type { FailedAttempt, PassedAttempt } from "../attempt-outcome.ts";

/** How a candidate ended; null if it was not judged. */
export interface CandidateEnd {
  readonly candidate: number;
  readonly outcome: PassedAttempt | FailedAttempt | null;
}
export interface Passed extends CandidateEnd {
  readonly outcome: PassedAttempt;
}
export interface Failed extends CandidateEnd {
  readonly outcome: FailedAttempt;
}
