import type { AcceptedChange, SealedTree } from "./ports.ts";
import type { Verified } from "./verification/verified.ts";

/**
 * Work that passed every gate: the factory's result. Whether it becomes a commit is decided by the code that moves branches.
 */
export interface Candidate extends SealedTree {
  readonly attempt: number;
  /** Which of the attempt's candidates it is; left out for the first. */
  readonly candidate?: number;
  readonly changes: readonly AcceptedChange[];
  /** The paths among them that commands made. */
  readonly derived: readonly string[];
  readonly evidence: Evidence;
  /** The ids of the orders whose work it is together; left out if it is one author's. */
  readonly children?: readonly string[];
}

/** What is known about how the work was done. */
export interface Evidence {
  /** The model's own words. */
  readonly summary: string;
  /** Other files that commands changed; they are no part of the work. */
  readonly drift: readonly string[];
  /** How the repo verified; null if nothing but a syntax check did. */
  readonly verified: Verified | null;
  /** How long the attempt has taken so far. */
  readonly duration_ms: number;
}
