/** One test that failed, or one fault that a compiler or linter found. */
export interface Failure {
  /** The test's name with those of the groups around it, or what the compiler says. */
  readonly name: string;
  /** `path:line` or `path:line:column`, or null if nothing tells it. */
  readonly place: string | null;
  /** What was asserted and what was found instead, without the frames of a stack. */
  readonly detail: readonly string[];
}

/** Finds what one test runner or compiler prints of failures. None if the lines are not its own. Linear in the text. */
export type FailureReader = (lines: readonly string[]) => readonly Failure[];
