import type { LimitReached } from "@llmch/contract";

/** Ends what is under way when a command's time is up. */
export interface TimeLimit {
  /** Fires when the time is up, and with the user's interrupt. */
  readonly signal: AbortSignal;
  /** The limit, where it was what came first; else null. */
  reached(): LimitReached | null;
  close(): void;
}

const MINUTE_MS = 60_000;
/** A timer that is set for longer fires at once; the budget is still asked before every call. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts the time of a command that may take so many minutes.
 * @param minutes null where there is no such limit
 * @param beforeMs what previous sessions of the run took
 */
export const startTimeLimit = (interrupt: AbortSignal, minutes: number | null, beforeMs: number): TimeLimit => {
  // Joined by hand: a signal of `AbortSignal.any` may be collected before it fires.
  const ending = new AbortController();
  let isTimeUp = false;
  const stop = (): void => ending.abort(interrupt.reason);
  if (interrupt.aborted) stop();
  interrupt.addEventListener("abort", stop, { once: true });

  const leftMs = minutes === null ? Number.POSITIVE_INFINITY : Math.max(0, minutes * MINUTE_MS - beforeMs);
  const end = (): void => {
    if (ending.signal.aborted) return;
    isTimeUp = true;
    ending.abort();
  };
  const timer = leftMs > LONGEST_TIMER_MS ? undefined : setTimeout(end, leftMs);
  return {
    signal: ending.signal,
    reached: () =>
      isTimeUp && minutes !== null
        ? { limit: "minutes", cap: minutes, spent: Math.max(minutes, beforeMs / MINUTE_MS), needed: 0 }
        : null,
    close: () => {
      clearTimeout(timer);
      interrupt.removeEventListener("abort", stop);
    },
  };
};
