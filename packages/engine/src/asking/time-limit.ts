import { type LimitReached, MINUTE_MS } from "@llmch/contract";

/** Aborts running work when a command's time is up. */
export interface TimeLimit {
  /** Fires when the time is up, or on the user's interrupt. */
  readonly signal: AbortSignal;
  /** The limit, if it fired first; else null. */
  reached(): LimitReached | null;
  close(): void;
}

/** A longer timer would fire at once; the budget is checked before every call anyway. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts the clock of a command that may take the given number of minutes.
 * @param minutes null if there is no such limit
 * @param beforeMs how long previous sessions of the run took
 */
export const startTimeLimit = (interrupt: AbortSignal, minutes: number | null, beforeMs: number): TimeLimit => {
  // Joined by hand, because a signal of `AbortSignal.any` may be garbage-collected before it fires.
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
