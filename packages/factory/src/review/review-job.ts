import type { PromptLimits } from "@llmch/contract";

/** How an order's work is reviewed. */
export interface ReviewJob {
  /** The text of `REVIEWER_PROMPT.md`. */
  readonly template: string;
  /** How much the reviewer is shown. */
  readonly limits: PromptLimits;
  /** How many times blocking notes go back to the author within one attempt. */
  readonly rounds: number;
  /** What to do with work that could not be reviewed. */
  readonly onFailure: "pass" | "block";
}
