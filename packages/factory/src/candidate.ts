import type { AcceptedChange, SealedTree } from "./ports.ts";

/** Work that passed every gate: what the factory ends with. Whether it becomes a commit is decided where branches are moved. */
export interface Candidate extends SealedTree {
  readonly attempt: number;
  readonly changes: readonly AcceptedChange[];
  readonly evidence: Evidence;
}

/** What is known of how the work was done. */
export interface Evidence {
  /** The model's own words. */
  readonly summary: string;
  /** Files that commands changed besides; they are no part of the work. */
  readonly drift: readonly string[];
  /** How long the attempt took up to here. */
  readonly duration_ms: number;
}
