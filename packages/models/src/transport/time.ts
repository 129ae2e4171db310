import { setTimeout as sleep } from "node:timers/promises";

/** The clocks and the only pause of this package; tests pass their own. */
export interface Time {
  /** Monotonic milliseconds, for durations. */
  monotonicMs(): number;
  /** Milliseconds since 1970; only to read a `Retry-After` that names a date. */
  epochMs(): number;
  /** Pauses; returns early, without an error, when the signal fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemTime: Time = {
  monotonicMs: () => performance.now(),
  epochMs: () => Date.now(),
  wait: async (ms, signal) => {
    try {
      await sleep(ms, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};
