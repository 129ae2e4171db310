import type { Caught, DesignCounts, LimitReached, RunVerdict } from "@llmch/contract";
import type { DecisionStory } from "../decisions.ts";
import type { RunState } from "../run-state.ts";
import type { Spending } from "./spending.ts";

/** The members that every run has. */
export interface StoryHead {
  readonly run_id: string;
  /** Absolute. */
  readonly directory: string;
  /** As far as its journal tells; `damaged` if it cannot be followed to its end. */
  readonly state: RunState;
  /** True if a process that may still be alive writes to it. */
  readonly is_running: boolean;
  /** Null if unknown: an unfinished run has none yet. */
  readonly verdict: RunVerdict | null;
  readonly exit_code: number | null;
  /** UTC; null if nothing began. */
  readonly started_at: string | null;
  /** The time of the last event. */
  readonly last_at: string | null;
  /** All sessions of the run together. */
  readonly duration_ms: number | null;
  readonly spending: Spending;
  /** What was decided for all orders; left out for a run without a design. */
  readonly design?: DesignStory;
  /** What its checks noticed when its commits were made wrong on purpose; left out if that was not tried. */
  readonly strength?: Caught;
  /** The address of its pull request; left out if llmch opened none. */
  readonly pull_request?: string;
  /** The limit that ended the run's last session; null if it reached none. */
  readonly limit: LimitReached | null;
  readonly warnings: readonly string[];
  /** What people were asked to decide; left out if nothing. */
  readonly decisions?: readonly DecisionStory[];
  /** What could not be read properly, and was skipped. */
  readonly faults: readonly StoryFault[];
  /** Names of the run's files, relative to its directory, sorted. */
  readonly files: readonly string[];
}

/** A design that a run made or found, or why it has none. */
export interface DesignStory {
  /** How much it says; null if there is none. */
  readonly says: DesignCounts | null;
  /** How often a model was asked for it: 0 if it came with the orders; null if there is none. */
  readonly attempts: number | null;
  /** Why there is none; null if there is one. */
  readonly why: string | null;
  /** What it took. */
  readonly spending: Spending;
}

/** A defect of a run: a torn line, an unknown event, a missing document. */
export interface StoryFault {
  /** Relative to the run's directory. */
  readonly file: string;
  /** Counts from 1; null if it concerns the whole file. */
  readonly line: number | null;
  readonly message: string;
}
