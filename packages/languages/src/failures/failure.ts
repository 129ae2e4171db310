/** One failed test, or one fault that a compiler or linter found. */
export interface Failure {
  /** The test's name with its groups' names, or the compiler's message. */
  readonly name: string;
  /** `path:line` or `path:line:column`, or null if unknown. */
  readonly place: string | null;
  /** What was asserted and what was found instead, without stack frames. */
  readonly detail: readonly string[];
}

/** Finds the failures that one test runner or compiler prints. Returns none for other output. Linear in the text. */
export type FailureReader = (lines: readonly string[]) => readonly Failure[];
