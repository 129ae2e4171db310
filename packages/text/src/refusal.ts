/** Why llmch refuses a request: a code for scripts, a sentence, and a hint. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  /** What the user can do, starting with a verb. */
  readonly hint: string;
}

type RefusalCode =
  | "usage"
  | "bad-settings"
  | "unknown-price"
  | "unknown-provider"
  | "unreadable-input"
  | "invalid-work-order"
  | "invalid-replay-file"
  | "output-exists"
  | "not-a-git-repo"
  | "no-commit"
  | "detached-head"
  | "dirty-checkout"
  | "protected-branch"
  | "branch-exists"
  | "branch-missing"
  | "branch-name"
  | "branch-checked-out"
  | "locked"
  | "unknown-commit"
  | "commit-is-not-the-tip"
  | "out-inside-repo"
  | "out-inside-artifacts"
  | "exemption-refused"
  | "program-missing"
  | "module-missing"
  | "active-filter"
  | "no-sandbox"
  | "stale-plan"
  | "missing-objects"
  | "missing-order"
  | "no-such-run"
  | "ambiguous-run"
  | "run-dead"
  | "not-repeatable"
  | "not-resumable"
  | "not-objected"
  | "superseded"
  | "attempts-used"
  | "no-orders"
  | "duplicate-orders"
  | "no-key"
  | "no-database"
  | "model-failed"
  | "not-writable"
  | "setup-failed"
  | "push-failed"
  | "gh-failed"
  | "not-discardable"
  /** A decision stands. */
  | "decided"
  /** It is another than what was shown. */
  | "changed"
  | "nothing-waits"
  /** A job has ended, or is not queued. */
  | "ended"
  | "not-queued";

/** The line that the user reads: what is wrong, and what to do. */
export const formatRefusal = ({ message, hint }: Pick<Refusal, "message" | "hint">): string => `${message}: ${hint}`;

export const refusal = (code: RefusalCode, message: string, hint: string): Refusal => ({ code, message, hint });
