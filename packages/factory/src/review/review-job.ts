/** How an order's work is reviewed. */
export interface ReviewJob {
  /** The text of `REVIEWER_PROMPT.md`. */
  readonly template: string;
  /** How often notes that block go back to the author, within one attempt. */
  readonly rounds: number;
  /** What becomes of work that could not be reviewed. */
  readonly onFailure: "pass" | "block";
}
