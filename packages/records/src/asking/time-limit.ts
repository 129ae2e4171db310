import { type EventBody, type LimitReached, limitInWords } from "@llmch/contract";
import { MINUTE_MS } from "@llmch/text";

/** Aborts running work when a command's time is up. */
export interface TimeLimit {
  /** Fires when the time is up, on the user's interrupt, or at `end`. */
  readonly signal: AbortSignal;
  /** The limit, if it fired first; else null. */
  reached(): LimitReached | null;
  /** Aborts what is still running, because the outcome is known. */
  end(): void;
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
  const timeUp = (): void => {
    if (ending.signal.aborted) return;
    isTimeUp = true;
    ending.abort();
  };
  const timer = leftMs > LONGEST_TIMER_MS ? undefined : setTimeout(timeUp, leftMs);
  return {
    signal: ending.signal,
    reached: () =>
      isTimeUp && minutes !== null
        ? { limit: "minutes", cap: minutes, spent: Math.max(minutes, beforeMs / MINUTE_MS), needed: 0 }
        : null,
    end: () => ending.abort(),
    close: () => {
      clearTimeout(timer);
      interrupt.removeEventListener("abort", stop);
    },
  };
};

/** Work that was interrupted because the time was up is recorded as limited, and ends as at any other limit. */
export const limitedByTime = async <Ending extends { readonly kind: string }>(
  ending: Ending,
  reached: LimitReached | null,
  { emit }: { emit(event: EventBody): Promise<void> },
): Promise<Ending> => {
  if (ending.kind !== "interrupted" || reached === null) return ending;
  await emit({ type: "limit_reached", ...reached });
  return { ...ending, kind: "limited", ...limitInWords(reached) };
};
