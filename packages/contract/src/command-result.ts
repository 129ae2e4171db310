/** How a command ended: one cause, in this order of precedence. */
type CommandEnding = "not-started" | "timed-out" | "interrupted" | "killed" | "exited";

/** What is known of a command that was run. */
export interface CommandResult {
  readonly ending: CommandEnding;
  /** Set if it exited by itself. A sandbox reports a fatal signal as 128 plus the signal's number. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not be started; null otherwise. */
  readonly startFault: string | null;
  /**
   * The end of each stream, at most 240,000 characters, without terminal escapes. Paths below the root are relative to it, and those of
   * temporary files are in `/tmp`.
   */
  readonly stdoutTail: string;
  readonly stderrTail: string;
  /** How many bytes the command printed, and how many of them exceeded the artifact's cap. */
  readonly printedBytes: number;
  readonly droppedBytes: number;
  readonly durationMs: number;
}
