/** Milliseconds that only increase, whatever happens to the wall clock; for durations. */
export const monotonicClock = { monotonicMs: (): number => performance.now() } as const;
