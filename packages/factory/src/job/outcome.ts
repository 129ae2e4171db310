import type { AcceptedChange, Evidence, FailureBrief, SealedTree } from "@llmch/contract";
import type { Stopped } from "./gate-outcome.ts";
import type { PlannedCommand } from "./planned-command.ts";
import type { RedCommand, TestsTold } from "./red-command.ts";

/** The part of `run_summary.json` about one attempt. */
export interface AttemptRecord {
  readonly attempt: number;
  readonly verdict: "PASS" | "FAIL" | "ERROR";
  readonly stage: FailureBrief["stage"] | null;
  readonly summary: string | null;
  readonly touched_files: readonly string[];
  readonly repo_drift: readonly string[];
  /** What the work that passed takes from the repo's verification; left out if that is nothing. */
  readonly weakened?: readonly string[];
  readonly failure_brief: FailureBrief | null;
  readonly duration_ms: number;
}

/** An attempt's work that would fail again, by its hash, and how it failed. */
export interface FailedWork {
  readonly work: string;
  readonly brief: FailureBrief;
}

/** Work that passed every gate: the factory's result. The code that moves branches decides whether it becomes a commit. */
export interface Candidate extends SealedTree {
  readonly attempt: number;
  readonly changes: readonly AcceptedChange[];
  /** The paths among the changes that commands made. */
  readonly derived: readonly string[];
  /** In the model's own words. */
  readonly summary: string;
  /** Other files that commands changed; they are not part of the work. */
  readonly drift: readonly string[];
  /** How the repo verified; null if it got no more than a syntax check. */
  readonly verified: Verified | null;
  readonly evidence: Evidence;
  readonly tests: TestsKept;
  /** How long the attempt has taken so far. */
  readonly duration_ms: number;
  /** The ids of the child orders that did the work; left out if one author did. */
  readonly children?: readonly string[];
}

/** What became of the tests that there were, and of what runs them. */
export interface TestsKept {
  /** Test files that the work edits or removes, then files that decide what verifies the repo. */
  readonly changed: readonly string[];
  /** What ran before and does not any more, one sentence each. */
  readonly lost: readonly string[];
  /** All of it in words. */
  readonly weakened: readonly string[];
}

/** A verification that passed. */
export interface Verified {
  readonly commands: readonly PlannedCommand[];
  /** The commands that failed just as they had before the order. */
  readonly red: readonly RedCommand[];
  readonly tests: TestsTold;
  /** The variables of llmch's that it did without, because the repo fails with them; left out if there are none. */
  readonly leftOut?: readonly string[];
  /** The files of the tests that commands changed before the order; left out if there are none. */
  readonly changedTests?: readonly string[];
  /** What the repo's CI runs besides. */
  readonly ciAlone?: readonly string[];
}

/** How an order ended. */
export type OrderOutcome = Ending & {
  /** The attempts that have ended. A candidate's own attempt ends only when it lands. */
  readonly attempts: readonly AttemptRecord[];
};

type Ending =
  | { readonly kind: "candidate"; readonly candidate: Candidate }
  /** `endedBy`: left out if another attempt could not help, or was not allowed. */
  | { readonly kind: "failed"; readonly brief: FailureBrief; readonly endedBy?: "repeat" }
  /** The work passed, but could not be prepared for a commit: never a PASS (contract §5.5). */
  | { readonly kind: "not-committed"; readonly reason: string }
  /** The planner must revise the order, or say that it stays as it is. */
  | { readonly kind: "revise"; readonly brief: FailureBrief; readonly row: number }
  /** What follows must wait for the order's turn. */
  | { readonly kind: "paused" }
  | Stopped;
