import type { Example } from "./example.ts";

/** What is said of a diagnostic at length, besides its title and hint; in plain text, code between backticks. */
export interface Explanation {
  /** What the diagnostic says. */
  readonly meaning: string;
  /** Why it is asked. */
  readonly reason: string;
  /** A plan that has it. */
  readonly broken: Example;
  /** The same plan without it. */
  readonly fixed: Example;
}
