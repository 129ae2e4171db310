import type { AcceptedChange, SealedTree } from "@llmch/contract";
import type { Verified } from "./verification/verified.ts";

/** Work that passed every gate: the factory's result. The code that moves branches decides whether it becomes a commit. */
export interface Candidate extends SealedTree {
  readonly attempt: number;
  readonly changes: readonly AcceptedChange[];
  /** The paths among the changes that commands made. */
  readonly derived: readonly string[];
  readonly evidence: Evidence;
  /** The ids of the child orders that did the work; left out if one author did. */
  readonly children?: readonly string[];
}

/** What is known about how the work was done. */
export interface Evidence {
  /** In the model's own words. */
  readonly summary: string;
  /** Other files that commands changed; they are not part of the work. */
  readonly drift: readonly string[];
  /** How the repo verified; null if it got no more than a syntax check. */
  readonly verified: Verified | null;
  /** How long the attempt has taken so far. */
  readonly duration_ms: number;
}
