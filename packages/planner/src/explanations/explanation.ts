import type { Example } from "./example.ts";

/** The long explanation of a diagnostic, besides its title and hint, in plain text with code between backticks. */
export interface Explanation {
  /** What the diagnostic means. */
  readonly meaning: string;
  /** Why the rule exists. */
  readonly reason: string;
  /** A plan that triggers it. */
  readonly broken: Example;
  /** The same plan without it. */
  readonly fixed: Example;
}
