import { type Diagnostic, hintOf, messageOf, type Refusal, type Warning } from "@llmch/contract";
import type { Issue } from "./public.ts";

/** A refusal or a diagnostic, as the library reports it. */
export const issueOf = (found: Refusal | Diagnostic): Issue =>
  "hint" in found
    ? issue(found.code, found.message, { hint: found.hint })
    : issue(found.code, found.message, {
        hint: hintOf(found),
        order: found.wo_id,
        field: found.field,
      });

export const issue = (
  code: string,
  message: string,
  { hint = null, order = null, field = null }: Partial<Pick<Issue, "hint" | "order" | "field">> = {},
): Issue => ({ code, message, hint, order, field });

/** The caller's signal fired, and nothing of what was begun is left. */
export const INTERRUPTED = issue("interrupted", "it was interrupted, and everything was put back");

/**
 * The caller's signal fired between two orders of a run.
 * @param committed the orders whose commits stay on the branch
 */
export const interruptedAfter = (committed: readonly string[], branch: string): Issue => {
  if (committed.length === 0) return INTERRUPTED;
  const commits = `the ${committed.length === 1 ? "commit" : "commits"} of ${committed.join(", ")}`;
  return issue("interrupted", `it was interrupted: ${branch} keeps ${commits}, and everything else was put back`);
};

/** @param order the order that a sentence is about; a diagnostic names its own */
export const warningOf = (warning: Warning, order: string | null = null): Issue =>
  typeof warning === "string" ? issue("warning", warning, { order }) : issueOf(warning);

/** An unexpected fault in llmch or the machine. */
export const unexpected = (cause: unknown): Issue => ({
  ...issue("internal", `unexpected: ${messageOf(cause)}`),
  cause,
});
