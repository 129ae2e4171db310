// How the library ends an operation; a part of its declarations, like public.ts.
/**
 * How an operation ended. It is `ok` if it succeeded: a valid plan, every order committed, no fault found. Otherwise the issues say why,
 * and the value holds the partial result, or null if nothing was made.
 */
export type Outcome<Value> =
  | (Ended & { readonly ok: true; readonly value: Value; readonly issues: readonly [] })
  | (Ended & { readonly ok: false; readonly value: Value | null; readonly issues: readonly [Issue, ...Issue[]] });

interface Ended {
  /** What the command would exit with. */
  readonly exitCode: number;
  readonly warnings: readonly Issue[];
}

/** Something that the user should know, or that kept an operation from succeeding. */
export interface Issue {
  /** For programs: a refusal such as `dirty-checkout`, a diagnostic such as `E103`, a stage such as `verify_failed`, or `interrupted`. */
  readonly code: string;
  readonly message: string;
  /** What the user can do, starting with a verb; null if unknown. */
  readonly hint: string | null;
  /** The order that it is about. */
  readonly order: string | null;
  /** The field of the order that it is about. */
  readonly field: string | null;
  /** What was thrown, if the issue is a fault in llmch or the machine. */
  readonly cause?: unknown;
}
