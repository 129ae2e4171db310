import type { Outcome } from "@llmch/app";
import type { Located } from "@llmch/app/locate";

/** An outcome as the command line draws it. */
export interface Drawn {
  /** Lines for stdout: the result itself, then the verdict line. */
  readonly lines: readonly string[];
  /** What the user can do next, below the verdict. */
  readonly next?: readonly string[];
  /** The diagnostics with their places, for formats that show them. */
  readonly located?: readonly Located[];
}

/** An outcome, and how it is drawn. */
export type DrawnOutcome = Outcome & Drawn;
