import type { ExaminationCheck } from "@llmch/contract";

/** How a run of a check ended. */
export interface Ran {
  readonly passed: boolean;
  /** The end of what it printed, or why it did not end. */
  readonly output: string;
}

/** Under load, a check has this many times its limit. */
export const LOAD_FACTOR = 4;

/** Runs checks on the product. Null if a signal came. */
export interface Bench {
  alone(check: ExaminationCheck): Promise<Ran | null>;
  /** Runs checks side by side on a machine that is kept busy. */
  loaded(checks: readonly ExaminationCheck[]): Promise<readonly Ran[] | null>;
  /** Whether the time for an examination is used up. */
  isOver(): boolean;
}
