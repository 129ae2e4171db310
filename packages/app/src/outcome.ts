import type { PlanSource } from "@llmch/config";
import type { Diagnostic, Need, RunVerdict } from "@llmch/contract";
import { EXIT, type Refusal } from "@llmch/text";
import type { OperationName } from "./operation-names.ts";

export type OutcomeError = Refusal | Diagnostic | Fault;

/** Why an operation did not succeed, if neither a refusal nor a diagnostic says so. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The order that it is about. */
  readonly order?: string;
  /** What was thrown, if it is a fault of llmch or of the machine. */
  readonly cause?: unknown;
}
export type OutcomeWarning = (Diagnostic | Pick<Fault, "code" | "message" | "hint" | "order">) & {
  /** If a face was told of it as it came. */
  readonly wasShown?: true;
};

/** How an operation ended. Every face draws from this: exit code, verdict, JSON document, the library's outcome. */
export interface Outcome<Result = unknown, Drawing = unknown> {
  readonly exitCode: number;
  /** The operation that was carried out, if a resume began it; it draws the outcome. */
  readonly operation?: OperationName;
  /** REFUSED if nothing was made or spent. */
  readonly verdict: RunVerdict | "REFUSED";
  /** What came of it; null if nothing did. */
  readonly result: Result | null;
  readonly runId?: string | null;
  readonly paths?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
  readonly errors?: readonly OutcomeError[];
  readonly warnings?: readonly OutcomeWarning[];
  /** The request of `resume` with which it goes on, and whose outcome counts. */
  readonly goesOnWith?: Readonly<Record<string, unknown>>;
  /** The texts that its diagnostics are about; like what follows, no part of a document. */
  readonly source?: PlanSource;
  /** What tells more about a failure: a command, then files. */
  readonly read?: readonly string[];
  /** What it says besides its result, in lines. */
  readonly lines?: readonly string[];
  /** What its user can do next, in lines. */
  readonly next?: readonly string[];
  /** What a face may need besides to draw it. */
  readonly drawing?: Drawing;
}

/** The outcome of an operation that only looks. */
export const done = <Result, Drawing = unknown>(
  result: Result,
  more: Partial<Outcome<Result, Drawing>> = {},
): Outcome<Result, Drawing> => ({
  exitCode: EXIT.ok,
  verdict: "PASS",
  ...more,
  result,
});

/** Nothing was made or spent: the refusals say why and what fixes it. A database that is away is like a model that is (contract §1). */
export const refused = (
  errors: readonly OutcomeError[],
  exitCode: number = errors.some(({ code }) => code === "no-database") ? EXIT.model : EXIT.failed,
): Outcome<never, never> => ({
  exitCode,
  verdict: "REFUSED",
  result: null,
  errors,
});

/** A missing key counts as a failure on the model's side (contract §1). */
export const unplanned = (issues: readonly Refusal[]): Outcome<never, never> =>
  refused(issues, issues.some(({ code }) => code === "no-key") ? EXIT.model : EXIT.failed);

/**
 * Nothing was made or spent: a person decides first.
 * @param hintFor how to decide it, starting with a verb
 */
export const waits = (
  needs: readonly Need[],
  hintFor: (need: Need) => string,
): Outcome<{ kind: "waiting"; needs: Need[] }, never> => ({
  ...refused(
    needs.map((need) => ({
      code: "waiting",
      message: `${need.id} waits for you: ${need.what}`,
      hint: hintFor(need),
    })),
    EXIT.waiting,
  ),
  result: { kind: "waiting", needs: [...needs] },
});

/** A signal came before there was a run, or there is nothing to report but the signal. */
export const INTERRUPTED: Outcome<never, never> = {
  exitCode: EXIT.interrupted,
  verdict: "ERROR",
  result: null,
  errors: [{ code: "interrupted", message: "it was interrupted, and everything was put back" }],
};

/** The outcome of an operation that looks for faults. */
export const failedIf = <Result, Drawing = unknown>(
  faults: readonly OutcomeError[],
  result: Result,
  more: Partial<Outcome<Result, Drawing>> = {},
): Outcome<Result, Drawing> =>
  faults.length === 0
    ? done(result, more)
    : { exitCode: EXIT.failed, verdict: "FAIL", errors: faults, ...more, result };
